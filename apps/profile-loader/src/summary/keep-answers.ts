import type { Document, SourceName } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import type { SourceAnswer } from '../domain/source-answer.js';
import { beginsMonitoring, dueAfterLoad, type AskedAgain } from '../loads/asked-again.js';
import { mappingOf } from '../sections/sections.js';

export interface Answered {
  source: SourceName;
  answer: SourceAnswer;
}

/**
 * Stores the answers to a load, and when their sources are due again if the document is monitored, or is from this load on. A failure is noted
 * beside the earlier answer, which stays.
 */
export function keepAnswers(tx: Transaction, { docType, taxId }: Document, answered: Answered[], { loadId, intervals }: AskedAgain): void {
  tx.send(
    sql`INSERT INTO profiles.source_answer AS kept
       (doc_type, tax_id, source, outcome, answer, source_version, observed_at, answered_at, complete, failure, trail, refresh_at)
     SELECT $1, $2, source, outcome, answer, version, observed, CASE WHEN outcome IS NOT NULL THEN now() END, complete, failure, trail,
       CASE WHEN outcome IS NOT NULL AND ${beginsMonitoring} THEN ${dueAfterLoad('given')} END
     FROM jsonb_to_recordset($3::jsonb)
       AS given (source text, outcome text, answer jsonb, version text, observed timestamptz, complete boolean, failure text, trail jsonb)
     ORDER BY source
     ON CONFLICT (tax_id, doc_type, source) DO UPDATE SET failure = excluded.failure,
       refresh_at = CASE WHEN excluded.refresh_at IS NOT NULL OR kept.refresh_at IS NOT NULL THEN ${dueAfterLoad('kept')} END,
       (outcome, answer, source_version, observed_at, answered_at, complete, trail) = (
         SELECT outcome, answer, source_version, observed_at, answered_at, complete, trail FROM (VALUES
           (true, excluded.outcome, excluded.answer, excluded.source_version, excluded.observed_at, excluded.answered_at, excluded.complete,
             excluded.trail),
           (false, kept.outcome, kept.answer, kept.source_version, kept.observed_at, kept.answered_at, kept.complete, kept.trail)
         ) AS either (is_new, outcome, answer, source_version, observed_at, answered_at, complete, trail)
         WHERE is_new = (excluded.outcome IS NOT NULL))`,
    [docType, taxId, JSON.stringify(answered.map(keptAnswer)), loadId, intervals],
  );
}

function keptAnswer({ source, answer }: Answered) {
  switch (answer.outcome) {
    case 'failed':
      return { source, complete: true, failure: answer.reason };
    case 'unknown_taxpayer':
      return { source, complete: true, failure: answer.outcome };
    case 'not_contracted':
      return { source, outcome: answer.outcome, complete: true };
    case 'empty':
    case 'data': {
      const { outcome, sourceVersion: version, observedAt: observed, trail } = answer;
      const data = answer.outcome === 'data' ? answer.data : undefined;
      const complete = !trail?.partial && (data === undefined || mappingOf(source).isComplete(data));
      return { source, outcome, answer: data, version, observed, complete, trail };
    }
  }
}
