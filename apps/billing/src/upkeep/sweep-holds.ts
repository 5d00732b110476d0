import type { Settlement } from '@vigia/contracts';
import { isLockTimeout, sql, type Database, type Transaction } from '@vigia/database';
import { failpoint, type Logger } from '@vigia/observability';
import { withdrawAccesses } from '../access/pending-accesses.js';
import { lockAccount } from '../ledger/account.js';
import { holdsOf, voidHold } from '../ledger/holds.js';

const batch = 100;

interface Abandoned {
  contractId: string;
  commandId: string;
}

interface StillAbandoned {
  openedSeq: string;
  isRefused: boolean;
}

/**
 * A hold lives as long as its request runs, unless the request has refused the document. Any other hold gives its months back. If it
 * cannot be given back now it waits for the next round, and each round waits for a locked account only once.
 */
export async function sweepHolds(database: Database, abandonedAfterMs: number, logger: Logger, stopping: AbortSignal): Promise<void> {
  await database.rows(renew, [abandonedAfterMs]);
  const locked = new Set<string>();
  let last: Abandoned | undefined;
  do {
    const abandoned: Abandoned[] = await database.rows(findAbandoned, [last?.contractId, last?.commandId]);
    for (const hold of abandoned.filter(({ contractId }) => !locked.has(contractId))) {
      if (stopping.aborted) return;
      try {
        await database.transaction((tx) => expire(tx, hold));
      } catch (error) {
        if (isLockTimeout(error)) locked.add(hold.contractId);
        logger.warn({ err: error, contractId: hold.contractId, commandId: hold.commandId }, 'abandoned hold not taken back yet');
      }
    }
    last = abandoned.length === batch ? abandoned.at(-1) : undefined;
  } while (last);
}

/** The loader got no reply to the reservation, and refused the document. Its request may still wait for others. */
const isRefused = sql`coalesce((
  SELECT item.state = 'failed' AND load_id IS NULL FROM profiles.item_status AS item
  WHERE item.request_id = command_id AND item.tax_id = quota_hold.tax_id), false)`;

const isAwaited = sql`coalesce((
  SELECT request.state <> 'finished' FROM profiles.request_status AS request WHERE request.request_id = command_id), false) AND NOT ${isRefused}`;

const renew = sql`
  UPDATE billing.quota_hold SET expires_at = now() + $1 * interval '1 ms'
  WHERE (contract_id, opened_seq) IN (
    SELECT contract_id, opened_seq FROM billing.quota_hold
    WHERE state = 'held' AND expires_at <= now() AND ${isAwaited}
    FOR NO KEY UPDATE SKIP LOCKED)`;

/** A due hold may only need to be renewed: it became due after the others, or another replica is renewing it. */
const isAbandoned = sql`state = 'held' AND expires_at <= now() AND NOT (${isAwaited})`;

/** Each page begins after the previous one, so holds that could not be given back do not delay the others. */
const findAbandoned = sql`
  SELECT DISTINCT contract_id, command_id FROM billing.quota_hold
  WHERE ${isAbandoned} AND ($1::uuid IS NULL OR (contract_id, command_id) > ($1::uuid, $2::uuid))
  ORDER BY 1, 2 LIMIT ${batch}`;

/** During the wait for the account, the request may have been recorded. */
const stillAbandoned = sql`SELECT opened_seq, ${isRefused} AS is_refused FROM billing.quota_hold WHERE command_id = $1 AND ${isAbandoned}`;

/** A refused document can be loaded again at once; other accesses are closed later, or opened by a request that was only slow. */
async function expire(tx: Transaction, { contractId, commandId }: Abandoned): Promise<void> {
  const account = await lockAccount(tx, contractId);
  if (!account) return;
  const [holds, abandoned] = await Promise.all([holdsOf(tx, commandId), tx.rows<StillAbandoned>(stillAbandoned, [commandId])]);
  const refused: Settlement['documents'] = [];
  for (const hold of holds) {
    const found = abandoned.find(({ openedSeq }) => openedSeq === hold.openedSeq);
    if (!found) continue;
    voidHold(account, hold, { state: 'expired', actor: 'system' });
    if (found.isRefused) refused.push({ ...hold.document, loaded: false });
  }
  const { corporationId } = account.contract;
  if (refused.length > 0) withdrawAccesses(tx, { corporationId, requestId: commandId, documents: refused });
  await account.save(tx);
  failpoint('billing.sweep-uncommitted');
}
