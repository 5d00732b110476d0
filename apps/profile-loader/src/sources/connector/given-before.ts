import type { Document, SourceName } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import type { Origin } from '../../domain/source-answer.js';

/** The kept answer of a source, and which of its fields another provider gave. */
export interface GivenBefore {
  answer: Record<string, unknown>;
  fields: Record<string, Origin>;
}

export async function givenBefore(database: Database, source: SourceName, { docType, taxId }: Document): Promise<GivenBefore | undefined> {
  const [before] = await database.rows<GivenBefore>(
    sql`SELECT answer, coalesce(trail->'fields', '{}') AS fields FROM profiles.source_answer
     WHERE tax_id = $1 AND doc_type = $2 AND source = $3 AND answer IS NOT NULL`,
    [taxId, docType, source],
  );
  return before;
}
