import type { Settlement } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';
import type { Messages } from '@vigia/messaging';

/** Billing has settled: the client can be answered. */
export async function finishRequest(tx: Transaction, messages: Messages, { requestId }: Settlement): Promise<void> {
  const [request] = await tx.query<{ noticeTo: string | null }>(
    `UPDATE profiles.load_request SET state = 'finished', finished_at = now() WHERE id = $1 AND state = 'settling'
     RETURNING notice_to AS "noticeTo"`,
    [requestId],
  );
  const noticeTo = request?.noticeTo;
  if (noticeTo) tx.afterCommit(() => void messages.notify(noticeTo, { topic: 'request-finished', id: requestId }));
}
