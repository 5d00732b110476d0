import type { Transaction } from '@vigia/database';

/** Ends a request, once: whoever settles it again is told what came of it the first time. */
export async function settleOnce<Outcome extends object>(
  tx: Transaction,
  requestId: string,
  nothing: Outcome,
  settle: () => Promise<Outcome>,
): Promise<Outcome> {
  const first = await tx.query(`INSERT INTO billing.settlement (request_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING 1`, [requestId]);
  if (first.length === 0) return outcomeOf(tx, requestId, nothing);
  const outcome = await settle();
  await tx.query(`UPDATE billing.settlement SET outcome = $2 WHERE request_id = $1`, [requestId, JSON.stringify(outcome)]);
  return outcome;
}

/** Settlements from before outcomes were kept say nothing. */
async function outcomeOf<Outcome extends object>(tx: Transaction, requestId: string, nothing: Outcome): Promise<Outcome> {
  const [row] = await tx.query<{ outcome: Partial<Outcome> }>(`SELECT outcome FROM billing.settlement WHERE request_id = $1`, [requestId]);
  return { ...nothing, ...row?.outcome };
}
