import type { Document, SourceName } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';
import type { SourceAnswer } from '../domain/source-answer.js';
import { mappings } from '../sources/mappings.js';

/** Writes down how a source stands after an attempt. A failure is noted beside the earlier answer, which stays. */
export async function keepAnswer(tx: Transaction, { docType, taxId }: Document, source: SourceName, answer: SourceAnswer): Promise<void> {
  if (answer.outcome === 'failed' || answer.outcome === 'unknown_taxpayer') {
    const failure = answer.outcome === 'failed' ? answer.reason : answer.outcome;
    await tx.query(
      `INSERT INTO profiles.source_answer (doc_type, tax_id, source, failure) VALUES ($1, $2, $3, $4)
       ON CONFLICT (tax_id, doc_type, source) DO UPDATE SET failure = excluded.failure`,
      [docType, taxId, source, failure],
    );
    return;
  }
  const dated = answer.outcome === 'not_contracted' ? undefined : answer;
  const data = answer.outcome === 'data' ? answer.data : null;
  await tx.query(
    `INSERT INTO profiles.source_answer (doc_type, tax_id, source, outcome, answer, source_version, observed_at, answered_at, complete)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now(), $8)
     ON CONFLICT (tax_id, doc_type, source) DO UPDATE SET outcome = excluded.outcome, answer = excluded.answer, failure = NULL,
       source_version = excluded.source_version, observed_at = excluded.observed_at, answered_at = now(), complete = excluded.complete`,
    [
      docType,
      taxId,
      source,
      answer.outcome,
      data && JSON.stringify(data),
      dated?.sourceVersion ?? null,
      dated?.observedAt ?? null,
      data === null || mappings[source].isComplete(data),
    ],
  );
}
