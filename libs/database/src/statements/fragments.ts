import { sql } from './run-statement.js';

/**
 * `tax_id = ${taxIdsIn('$2')}` makes PostgreSQL look up the rows of a JSON of documents by key. With a plain join on that JSON, the planner
 * may scan all rows of the corporation: few if it assumes one corporation of many, but a million for the largest.
 */
export const taxIdsIn = (documents: string): string =>
  sql`ANY (ARRAY(SELECT document->>'taxId' FROM jsonb_array_elements(${documents}::jsonb) AS document))`;

/** If documents of several types share a number, an active one comes first, then the order is RUC, DNI, CE. */
export const firstOfNumber = (state: string, docType: string): string =>
  sql`${state} = 'active' DESC, array_position(ARRAY['RUC', 'DNI', 'CE'], ${docType})`;

/** An instant as a client reads it: RFC 3339 in UTC, to the millisecond. */
export const instantText = (instant: string): string => sql`to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** An instant as a cursor holds it. In milliseconds, two rows of a page could have the same. */
export const microsecondsOf = (instant: string): string => sql`(extract(epoch FROM ${instant}) * 1000000)::bigint`;

/** The instant that a cursor holds. */
export const instantAt = (microseconds: string): string => sql`timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond'`;
