import { webhookType } from '@vigia/contracts';
import type { Database, Transaction } from '@vigia/database';
import { countAlone } from '../deliveries/free-places.js';
import { insertWaiting } from './event-statements.js';
import { openRequests } from './open-requests.js';
import { readProfiles } from './read-profile.js';
import type { Trigger, Verdict, WriteSettings, Written } from './trigger.js';
import { writeDispatched } from './write-dispatched.js';

/** All in one transaction, each as if it were alone. No two may have the same id. There is room for so many first attempts. */
export async function writeEvents(database: Database, triggers: Trigger[], settings: WriteSettings, room: number): Promise<Written[]> {
  const { waiting, dispatched } = await database.transaction(async (tx) => {
    const [requestIds, profiles] = await Promise.all([openRequests(tx, triggers), readProfiles(tx, triggers)]);
    const found = triggers.map((trigger, i) => ({ trigger, requestId: requestIds[i] ?? undefined, profile: profiles[i]! }));
    const isTold = ({ requestId, profile }: (typeof found)[number]) => profile.isActive && requestId === undefined;
    const [told, untold] = [found.filter(isTold), found.filter((one) => !isTold(one))];
    // Before anything is written, so that nobody who holds something waits for it.
    if (told.length > 0) tx.send(countAlone);
    return { waiting: writeWaiting(tx, untold, settings), dispatched: writeDispatched(tx, told, settings, room) };
  });
  return [...waiting(), ...dispatched()];
}

/** A load of the corporation that is under way already is waited for like one of our own. */
function writeWaiting(
  tx: Transaction,
  found: { trigger: Trigger; requestId?: string | undefined }[],
  { loadWaitMs }: WriteSettings,
): () => Written[] {
  if (found.length === 0) return () => [];
  const described = found.map(({ trigger, requestId = trigger.requestId }) =>
    JSON.stringify({ ...trigger, requestId, startsLoad: requestId === trigger.requestId }),
  );
  const verdicts = tx.sendFor<Verdict>(insertWaiting, [described, webhookType, loadWaitMs]);
  return () => verdicts().map((verdict) => ({ ...verdict, loading: true, started: [] }));
}
