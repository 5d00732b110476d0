import type { Origin } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';

/** Ends a request, once: whoever settles it again is told what came of it the first time. */
export async function settleOnce<Outcome extends object>(
  tx: Transaction,
  { requestId, origin }: { requestId: string; origin?: Origin },
  nothing: Outcome,
  settle: () => Promise<Outcome>,
): Promise<Outcome> {
  const first = await tx.rows(
    sql`INSERT INTO billing.settlement (request_id, actor, correlation_id, idempotency_key) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [requestId, origin?.actor ?? null, origin?.correlationId ?? null, origin?.idempotencyKey ?? null],
  );
  if (first.length === 0) return outcomeOf(tx, requestId, nothing);
  const outcome = await settle();
  await tx.rows(sql`UPDATE billing.settlement SET outcome = $2 WHERE request_id = $1`, [requestId, JSON.stringify(outcome)]);
  return outcome;
}

/** Settlements from before outcomes were kept say nothing. */
async function outcomeOf<Outcome extends object>(tx: Transaction, requestId: string, nothing: Outcome): Promise<Outcome> {
  const [row] = await tx.rows<{ outcome: Partial<Outcome> }>(sql`SELECT outcome FROM billing.settlement WHERE request_id = $1`, [
    requestId,
  ]);
  return { ...nothing, ...row?.outcome };
}
