import type { RequestName, PayloadOf, ReplyOf } from '@vigia/contracts';
import { isLockTimeout, isStatementTimeout, type Database } from '@vigia/database';
import { explain } from '../terminal.js';

/** `attention`: something should be done, and everything works. `wrong`: something does not work, or soon will not. */
export type Standing = 'fine' | 'attention' | 'wrong';

export interface Finding {
  check: string;
  standing: Standing;
  found: string;
  /** What to do about it. */
  advice?: string;
}

export interface Examined {
  environment: Record<string, string | undefined>;
  databaseUrl: string;
  brokerUrl: string;
  database: Database;
  now: () => number;
  ask: <N extends RequestName>(name: N, payload: PayloadOf<N>) => Promise<ReplyOf<N>>;
}

export type Check = (examined: Examined) => Promise<Finding[]>;

export const fine = (check: string, found: string): Finding => ({ check, standing: 'fine', found });
export const attention = (check: string, found: string, advice: string): Finding => ({ check, standing: 'attention', found, advice });
export const wrong = (check: string, found: string, advice: string): Finding => ({ check, standing: 'wrong', found, advice });

/** A check that could not be made, with what its failure usually means. */
export function failed(check: string, error: unknown, usual: string): Finding {
  const isHeldUp = isLockTimeout(error) || isStatementTimeout(error);
  return wrong(check, explain(error), isHeldUp ? 'A lock or a busy server kept it waiting: look at `transactions`.' : usual);
}
