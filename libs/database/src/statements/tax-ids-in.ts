import { sql } from './run-statement.js';

/**
 * `tax_id = ${taxIdsIn('$2')}` has the rows of a JSON of documents looked up by their key. Joined with that JSON alone they are as well found among all
 * rows of the corporation, which are few where the planner knows it as one of many, and are a million where it is the largest.
 */
export const taxIdsIn = (documents: string): string =>
  sql`ANY (ARRAY(SELECT document->>'taxId' FROM jsonb_array_elements(${documents}::jsonb) AS document))`;
