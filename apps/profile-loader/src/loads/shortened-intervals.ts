import { sourceNames, type Document, type SourceName } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import type { SourceProviders } from '../sources/providers/provider.js';

interface PutOff extends Document {
  source: SourceName;
  intervalMs: number;
}

const hourMs = 3_600_000;
/** Rows of one source at a time. */
const batch = 200;

/**
 * Brings forward the refreshes that are due later than the interval of their source allows: an earlier configuration had a longer interval,
 * and may have put them off for a year. Each keeps its time but for whole intervals. So the sources of a document stay together, and the
 * documents stay spread. A row that another transaction has locked is left to the next round. Returns whether more may be left.
 */
export async function bringForward(database: Database, { of }: Pick<SourceProviders, 'of'>): Promise<boolean> {
  return database.transaction(async (tx) => {
    const late = await tx.rows<PutOff>(
      sql`SELECT doc_type, tax_id, put_off.source, interval_ms
       FROM unnest($1::text[], $2::float8[]) AS asked (source, interval_ms) CROSS JOIN LATERAL (
         SELECT tax_id, doc_type, source FROM profiles.source_answer AS answer
         WHERE answer.source = asked.source AND refresh_at > now() + interval_ms * interval '1 ms'
         ORDER BY refresh_at LIMIT ${batch} FOR UPDATE SKIP LOCKED) AS put_off`,
      [sourceNames, sourceNames.map((source) => of[source].refreshHours * hourMs)],
    );
    if (late.length === 0) return false;
    tx.send(
      sql`UPDATE profiles.source_answer AS answer
       SET refresh_at = refresh_at - floor(extract(epoch FROM refresh_at - now())::float8 * 1000 / interval_ms) * interval_ms * interval '1 ms'
       FROM unnest($1::text[], $2::text[], $3::text[], $4::float8[]) AS late (tax_id, doc_type, source, interval_ms)
       WHERE answer.tax_id = late.tax_id AND answer.doc_type = late.doc_type AND answer.source = late.source`,
      [
        late.map(({ taxId }) => taxId),
        late.map(({ docType }) => docType),
        late.map(({ source }) => source),
        late.map(({ intervalMs }) => intervalMs),
      ],
    );
    return true;
  });
}
