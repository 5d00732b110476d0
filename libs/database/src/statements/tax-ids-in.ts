import { sql } from './run-statement.js';

/**
 * `tax_id = ${taxIdsIn('$2')}` makes PostgreSQL look up the rows of a JSON of documents by key. With a plain join on that JSON, the planner
 * may scan all rows of the corporation: few if it assumes one corporation of many, but a million for the largest.
 */
export const taxIdsIn = (documents: string): string =>
  sql`ANY (ARRAY(SELECT document->>'taxId' FROM jsonb_array_elements(${documents}::jsonb) AS document))`;
