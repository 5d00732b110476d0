import type { Database } from '@vigia/database';
import { untilAnswered } from '@vigia/testing';
import type { RunningBilling } from '../running-billing.js';
import type { World } from './model/world.js';

export interface Real {
  billing: RunningBilling;
  database: Database;
  /** The same service over another connection. */
  other: Pick<RunningBilling, 'ask' | 'settle' | 'reprocess'>;
  /** Treats every hold and reservation as abandoned. */
  sweep(): Promise<void>;
}

type Connection = Real['other'];

/** A command that takes effect once, however often it is sent. */
export interface Command {
  send(connection: Connection, real: Real): Promise<unknown>;
  /** Whether a repetition changes nothing and gets the same reply. */
  isFinal?: true;
  /** Applies the command to the model, and returns the expected reply. */
  foretell(world: World): unknown;
}

/** A refusal is a reply like any other. A command that waited too long for another one has done nothing, and is sent again. */
export async function replyOf(send: () => Promise<unknown>): Promise<unknown> {
  try {
    return await untilAnswered(send);
  } catch (error) {
    return { error: (error as { code: string }).code };
  }
}
