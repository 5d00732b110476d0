import type { Document, PayloadOf, ReplyOf, Settled, Settlement } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import type { Outbox } from '@vigia/dispatch';
import type { Messages } from '@vigia/messaging';
import { failpoint, type Logger } from '@vigia/observability';
import type { RefreshSchedule } from '../loads/refresh-schedule.js';
import { keepEntries } from '../portfolio/keep-entries.js';
import { logFinished } from './request-line.js';

interface Tools {
  messages: Messages;
  logger: Logger;
}

interface Closing {
  id: string;
  corporationId: string;
  isLoad: boolean;
  finished: boolean;
}

/** Counts the closed load down in every request that waits for it, and reports to billing those requests that have no open item left. */
export async function settleRequests(tx: Transaction, outbox: Outbox, loadId: string): Promise<void> {
  // Locks rows in a fixed order: two loads that close at once may belong to the same two requests.
  tx.send(
    sql`SELECT id FROM profiles.load_request WHERE id IN (SELECT request_id FROM profiles.load_item WHERE load_id = $1) ORDER BY id FOR UPDATE`,
    [loadId],
  );
  const counting = tx.rows<Closing>(
    sql`UPDATE profiles.load_request SET open_items = open_items - 1, state = CASE open_items WHEN 1 THEN 'settling' ELSE state END
     WHERE id IN (SELECT request_id FROM profiles.load_item WHERE load_id = $1)
     RETURNING id, corporation_id, doc_type IS NOT NULL AS is_load, open_items = 0 AS finished`,
    [loadId],
  );
  const waiting = sql`request.id IN (SELECT request_id FROM profiles.load_item WHERE load_id = $1)`;
  const settling = tx.rows<Settlement>(settlements(sql`${waiting} AND request.doc_type IS NOT NULL AND state = 'settling'`), [loadId]);
  const [counted, settled] = await Promise.all([counting, settling]);
  for (const one of settled) outbox.add(tx, 'access.settle', one);
  for (const request of counted) if (request.finished && !request.isLoad) await settleReprocess(tx, outbox, request);
}

const settlements = (which: string) => sql`
  SELECT request.id AS request_id, corporation_id, mode, accepted_on,
    jsonb_strip_nulls(jsonb_build_object('actor', actor, 'correlationId', correlation_id, 'idempotencyKey', idempotency_key)) AS origin,
    coalesce(documents, '[]') AS documents
  FROM profiles.load_request AS request CROSS JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object('docType', doc_type, 'taxId', tax_id, 'loaded', item.state = 'loaded') ORDER BY tax_id) AS documents
    FROM profiles.load_item AS item WHERE request_id = request.id AND item.state IN ('loaded', 'failed')) AS items
  WHERE ${which}`;

export async function settleRequest(tx: Transaction, outbox: Outbox, requestId: string): Promise<void> {
  const [settlement] = await tx.rows<Settlement>(settlements(sql`request.id = $1`), [requestId]);
  outbox.add(tx, 'access.settle', settlement!);
}

export async function settleReprocess(
  tx: Transaction,
  outbox: Outbox,
  { id, corporationId }: Pick<Closing, 'id' | 'corporationId'>,
): Promise<void> {
  const documents = await tx.rows<Document & { loaded: boolean }>(
    sql`SELECT load.doc_type, load.tax_id, load_item.state = 'loaded' AS loaded
     FROM profiles.load_item JOIN profiles.load ON load.id = load_id WHERE request_id = $1 ORDER BY load.tax_id`,
    [id],
  );
  outbox.add(tx, 'reprocess.settle', { requestId: id, corporationId, documents });
}

/** Billing has acknowledged the settlement. Documents that another request of the corporation opened first count as skipped. */
export async function finishRequest(
  tx: Transaction,
  tools: Tools,
  { requestId, corporationId, documents }: Settlement,
  { activationFailed, present }: Settled,
): Promise<void> {
  if (present.length > 0)
    tx.send(
      sql`UPDATE profiles.load_item SET state = 'skipped', reason = 'already_in_portfolio'
       WHERE request_id = $1 AND state = 'loaded' AND tax_id = ANY($2)`,
      [requestId, present.map(({ taxId }) => taxId)],
    );
  if (await finish(tx, tools, requestId, activationFailed)) keepEntries(tx, corporationId, documents);
}

/** Billing has charged the updated profiles, and names those that the quota no longer covered. */
export async function finishReprocess(
  tx: Transaction,
  { schedule, ...tools }: Tools & { schedule: RefreshSchedule },
  { requestId, corporationId, documents }: PayloadOf<'reprocess.settle'>,
  { refused }: ReplyOf<'reprocess.settle'>,
): Promise<void> {
  if (refused.length > 0)
    tx.send(
      sql`UPDATE profiles.load_item SET state = 'failed', reason = refused.refusal->>'reason', refusal = refused.refusal
       FROM jsonb_to_recordset($2::jsonb) AS refused ("taxId" text, refusal jsonb)
       WHERE request_id = $1 AND state = 'loaded' AND tax_id = "taxId"`,
      [requestId, JSON.stringify(refused)],
    );
  if (!(await finish(tx, tools, requestId))) return;
  await schedule.startMonitored(tx, corporationId, documents);
  keepEntries(tx, corporationId, documents);
}

/** False if the request was already finished. */
async function finish(tx: Transaction, { messages, logger }: Tools, requestId: string, activationFailed = 0): Promise<boolean> {
  const [request] = await tx.rows<{ noticeTo: string | null }>(
    sql`UPDATE profiles.load_request SET state = 'finished', finished_at = now(), activation_failed = $2
     WHERE id = $1 AND state = 'settling' RETURNING notice_to`,
    [requestId, activationFailed],
  );
  failpoint('loader.request-unfinished');
  if (!request) return false;
  logFinished(tx, logger, requestId);
  const { noticeTo } = request;
  if (noticeTo) tx.afterCommit(() => void messages.notify(noticeTo, { topic: 'request-finished', id: requestId }));
  return true;
}
