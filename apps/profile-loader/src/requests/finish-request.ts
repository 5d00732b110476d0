import type { PayloadOf, ReplyOf, Settled, Settlement } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import type { Messages } from '@vigia/messaging';
import { failpoint } from '@vigia/observability';

/** Billing has settled: the client can be answered. What another request of the corporation got first was there already. */
export async function finishRequest(
  tx: Transaction,
  messages: Messages,
  { requestId }: Settlement,
  { activationFailed, present }: Settled,
): Promise<void> {
  await tx.rows(
    sql`UPDATE profiles.load_item SET state = 'skipped', reason = 'already_in_portfolio'
     WHERE request_id = $1 AND state = 'loaded' AND tax_id = ANY($2)`,
    [requestId, present.map(({ taxId }) => taxId)],
  );
  await finish(tx, messages, requestId, activationFailed);
}

/** Billing has paid for what was refreshed, or says for which profiles it no longer could. */
export async function finishReprocess(
  tx: Transaction,
  messages: Messages,
  { requestId }: PayloadOf<'reprocess.settle'>,
  { refused }: ReplyOf<'reprocess.settle'>,
): Promise<void> {
  tx.send(
    sql`UPDATE profiles.load_item SET state = 'failed', reason = refused.refusal->>'reason', refusal = refused.refusal
     FROM jsonb_to_recordset($2::jsonb) AS refused ("taxId" text, refusal jsonb)
     WHERE request_id = $1 AND state = 'loaded' AND tax_id = "taxId"`,
    [requestId, JSON.stringify(refused)],
  );
  await finish(tx, messages, requestId, 0);
}

async function finish(tx: Transaction, messages: Messages, requestId: string, activationFailed: number): Promise<void> {
  const [request] = await tx.rows<{ noticeTo: string | null }>(
    sql`UPDATE profiles.load_request SET state = 'finished', finished_at = now(), activation_failed = $2 WHERE id = $1 AND state = 'settling'
     RETURNING notice_to`,
    [requestId, activationFailed],
  );
  failpoint('loader.request-unfinished');
  const noticeTo = request?.noticeTo;
  if (noticeTo) tx.afterCommit(() => void messages.notify(noticeTo, { topic: 'request-finished', id: requestId }));
}
