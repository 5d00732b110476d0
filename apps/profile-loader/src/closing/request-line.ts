import { sql, type Transaction } from '@vigia/database';
import { documentMark, withCorrelationId, type Logger } from '@vigia/observability';

/** How a request ended. Without a document if it was for several. */
interface Ended {
  requestId: string;
  corporationId: string;
  correlationId: string;
  /** How many documents ended like this: loaded, or why not. */
  outcomes: Record<string, number>;
  activationFailed: number | null;
  durationMs: number;
  taxId: string | null;
  loadId: string | null;
  loadCorrelationId: string | null;
}

const ended = sql`
  SELECT request.id AS request_id, request.corporation_id, request.correlation_id, outcomes, activation_failed,
    (extract(epoch FROM finished_at - created_at) * 1000)::int AS duration_ms, item.tax_id, load_id, load.correlation_id AS load_correlation_id
  FROM profiles.load_request AS request
    CROSS JOIN LATERAL (
      SELECT jsonb_object_agg(outcome, documents) AS outcomes, sum(documents) AS documents FROM (
        SELECT coalesce(reason, state) AS outcome, count(*) AS documents FROM profiles.load_item
        WHERE request_id = request.id GROUP BY 1) AS counted) AS counted
    LEFT JOIN profiles.load_item AS item ON documents = 1 AND item.request_id = request.id
    LEFT JOIN profiles.load ON load.id = load_id
  WHERE request.id = $1`;

/**
 * The one line about a finished request. Its client knows the correlation id; the lines of a load that somebody else opened have another one,
 * which is named.
 */
export function logFinished(tx: Transaction, logger: Logger, id: string): void {
  const read = tx.sendFor<Ended>(ended, [id]);
  tx.afterCommit(() => {
    const { requestId, corporationId, correlationId, outcomes, activationFailed, durationMs, taxId, loadId, loadCorrelationId } =
      read()[0]!;
    const log = () =>
      logger.info(
        {
          requestId,
          corporationId,
          outcomes,
          ...(activationFailed && { activationFailed }),
          durationMs,
          ...(taxId && { document: documentMark(taxId) }),
          ...(loadId && { loadId }),
          ...(loadCorrelationId && loadCorrelationId !== correlationId && { loadCorrelationId }),
        },
        'request finished',
      );
    withCorrelationId(correlationId, log);
  });
}
