import type { Document, SourceName } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import type { SourceAnswer } from '../domain/source-answer.js';
import { mappings } from './mappings.js';

export interface Answered {
  source: SourceName;
  answer: SourceAnswer;
}

/** Writes down how sources stand after an attempt. A failure is noted beside the earlier answer, which stays. */
export function keepAnswers(tx: Transaction, { docType, taxId }: Document, answered: Answered[]): void {
  tx.send(
    sql`INSERT INTO profiles.source_answer AS kept
       (doc_type, tax_id, source, outcome, answer, source_version, observed_at, answered_at, complete, failure)
     SELECT $1, $2, source, outcome, answer, version, observed, CASE WHEN outcome IS NOT NULL THEN now() END, complete, failure
     FROM jsonb_to_recordset($3::jsonb)
       AS given (source text, outcome text, answer jsonb, version text, observed timestamptz, complete boolean, failure text)
     ORDER BY source
     ON CONFLICT (tax_id, doc_type, source) DO UPDATE SET failure = excluded.failure,
       (outcome, answer, source_version, observed_at, answered_at, complete) = (
         SELECT outcome, answer, source_version, observed_at, answered_at, complete FROM (VALUES
           (true, excluded.outcome, excluded.answer, excluded.source_version, excluded.observed_at, excluded.answered_at, excluded.complete),
           (false, kept.outcome, kept.answer, kept.source_version, kept.observed_at, kept.answered_at, kept.complete)
         ) AS either (is_new, outcome, answer, source_version, observed_at, answered_at, complete)
         WHERE is_new = (excluded.outcome IS NOT NULL))`,
    [docType, taxId, JSON.stringify(answered.map(standing))],
  );
}

function standing({ source, answer }: Answered) {
  switch (answer.outcome) {
    case 'failed':
      return { source, complete: true, failure: answer.reason };
    case 'unknown_taxpayer':
      return { source, complete: true, failure: answer.outcome };
    case 'not_contracted':
      return { source, outcome: answer.outcome, complete: true };
    case 'empty':
      return { source, outcome: answer.outcome, version: answer.sourceVersion, observed: answer.observedAt, complete: true };
    case 'data':
      return {
        source,
        outcome: answer.outcome,
        answer: answer.data,
        version: answer.sourceVersion,
        observed: answer.observedAt,
        complete: mappings[source].isComplete(answer.data),
      };
  }
}
