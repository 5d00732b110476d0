import { webhookType, type PayloadOf } from '@vigia/contracts';
import { inTransaction, type Transaction } from '@vigia/database';
import type { DataSource } from 'typeorm';
import { insertDispatched, insertWaiting } from './event-statements.js';
import { openRequests } from './open-requests.js';
import { readProfiles, type ToldProfile } from './read-profile.js';
import { toldBodies } from './told-bodies.js';

export interface Trigger extends PayloadOf<'webhooks.trigger'> {
  triggerId: string;
  correlationId: string;
}

export interface Written {
  triggerId: string;
  /** Its event waits for a load. */
  loading: boolean;
  /** Not when it was accepted before, nor while another event of the same document waits, nor when nobody receives it. */
  isNew: boolean;
  hasReceivers: boolean;
}

type Rows = () => Omit<Written, 'loading'>[];

/** All in one transaction, each as if it were alone. No two may have the same id. */
export async function writeEvents(database: DataSource, triggers: Trigger[], loadWaitMs: number): Promise<Written[]> {
  const { waiting, dispatched } = await inTransaction(database, async (tx) => {
    const [requestIds, profiles] = await Promise.all([openRequests(tx, triggers), readProfiles(tx, triggers)]);
    const found = triggers.map((trigger, i) => ({ trigger, requestId: requestIds[i] ?? undefined, profile: profiles[i]! }));
    const isTold = ({ requestId, profile }: (typeof found)[number]) => profile.isActive && requestId === undefined;
    const [told, untold] = [found.filter(isTold), found.filter((one) => !isTold(one))];
    return { waiting: writeWaiting(tx, untold, loadWaitMs), dispatched: writeDispatched(tx, told) };
  });
  return [...waiting().map((one) => ({ ...one, loading: true })), ...dispatched().map((one) => ({ ...one, loading: false }))];
}

/** A load of the corporation that is under way already is waited for like one of our own. */
function writeWaiting(tx: Transaction, found: { trigger: Trigger; requestId?: string | undefined }[], loadWaitMs: number): Rows {
  if (found.length === 0) return () => [];
  const described = found.map(({ trigger, requestId = trigger.requestId }) =>
    JSON.stringify({ ...trigger, requestId, startsLoad: requestId === trigger.requestId }),
  );
  return tx.sendFor(insertWaiting, [described, webhookType, loadWaitMs]);
}

function writeDispatched(tx: Transaction, found: { trigger: Trigger; profile: ToldProfile }[]): Rows {
  if (found.length === 0) return () => [];
  const described = found.map(({ trigger, profile: { loadState } }) => JSON.stringify({ ...trigger, loadState }));
  const bodies = found.map(({ trigger, profile }) => toldBodies(trigger, profile));
  return tx.sendFor(insertDispatched, [described, webhookType, bodies.map(([v1]) => v1), bodies.map(([, v2]) => v2)]);
}
