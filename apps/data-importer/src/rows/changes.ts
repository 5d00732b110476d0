import { sql, type Database, type Session } from '@vigia/database';
import type { DatasetChange, DatasetKind } from '@vigia/contracts';
import type { Difference } from './differences.js';

const kindOfChange = sql`CASE WHEN before.key IS NULL THEN 'added' WHEN after.key IS NULL THEN 'removed' ELSE 'changed' END`;

/**
 * The differences between two versions about taxpayers with a profile. It starts from the profiles, because a first padrón of everybody
 * adds millions. A person's RUC is the DNI between its prefix and a digit.
 */
const differingOfKnown = (table: string) =>
  sql`SELECT key, ${kindOfChange} AS change,
        (SELECT to_jsonb(one) - ARRAY['version', 'hash'] FROM ${table} AS one WHERE version = $1 AND ruc = before.key) AS before,
        (SELECT to_jsonb(one) - ARRAY['version', 'hash'] FROM ${table} AS one WHERE version = $2 AND ruc = after.key) AS after
      FROM (SELECT tax_id AS key FROM profiles.known_document WHERE doc_type = 'RUC'
          UNION SELECT '10' || tax_id || digit FROM profiles.known_document, generate_series(0, 9) AS digit WHERE doc_type = 'DNI') AS known
        LEFT JOIN (SELECT ruc AS key, hash FROM ${table} WHERE version = $1) AS before USING (key)
        LEFT JOIN (SELECT ruc AS key, hash FROM ${table} WHERE version = $2) AS after USING (key)
      WHERE before.hash IS DISTINCT FROM after.hash`;

const children = (table: string, columns: string) =>
  sql`coalesce((SELECT jsonb_agg(jsonb_build_object(${columns}) ORDER BY position) FROM ${table} AS one
    WHERE one.version = entity.version AND one.entity_id = entity.id), '[]')`;
const words = (table: string, column: string) =>
  sql`ARRAY(SELECT ${column} FROM ${table} AS one WHERE one.version = entity.version AND one.entity_id = entity.id ORDER BY 1)`;

/** An entry of a list as one value. */
const wholeEntity = sql`jsonb_build_object('kind', kind, 'link', link, 'remarks', remarks, 'until', until_on,
  'names', ${children('registry.list_name', `'text', name, 'alias', alias, 'weak', weak, 'order', name_order`)},
  'documents', ${children('registry.list_document', `'type', type, 'number', number, 'country', country`)},
  'births', ${children('registry.list_birth', `'day', day, 'from', from_year, 'to', to_year, 'approximate', approximate`)},
  'countries', ${words('registry.list_country', 'country')}, 'programmes', ${words('registry.list_programme', 'programme')})`;
const differingEntries = sql`SELECT key, ${kindOfChange} AS change,
    (SELECT ${wholeEntity} FROM registry.list_entity AS entity WHERE version = $1 AND id = before.key) AS before,
    (SELECT ${wholeEntity} FROM registry.list_entity AS entity WHERE version = $2 AND id = after.key) AS after
  FROM (SELECT id AS key, hash FROM registry.list_entity WHERE version = $1) AS before
    FULL JOIN (SELECT id AS key, hash FROM registry.list_entity WHERE version = $2) AS after USING (key)
  WHERE before.hash IS DISTINCT FROM after.hash`;

const kept = (differing: string) => sql`INSERT INTO registry.change (version, key, change, before, after)
  SELECT $2, key, change, before, after FROM (${differing}) AS differing`;
const page = (differing: string) => sql`SELECT key, change, before, after FROM (${differing}) AS differing
  WHERE key > $3 ORDER BY key LIMIT $4`;
const counted = (differing: string) => sql`SELECT count(*) FILTER (WHERE change = 'added')::int AS added,
    count(*) FILTER (WHERE change = 'removed')::int AS removed, count(*) FILTER (WHERE change = 'changed')::int AS changed
  FROM (${differing}) AS differing`;

const ofTaxpayers = differingOfKnown('registry.taxpayer');
const ofMarks = differingOfKnown('registry.mark');
const keeping = { list: kept(differingEntries), taxpayers: kept(ofTaxpayers), marks: kept(ofMarks) };
const paging = { list: page(differingEntries), taxpayers: page(ofTaxpayers), marks: page(ofMarks) };
const counting = { list: counted(differingEntries), taxpayers: counted(ofTaxpayers), marks: counted(ofMarks) };

/** Kinds whose versions can be compared row by row. */
type ComparedKind = keyof typeof keeping;
export const isCompared = (kind: DatasetKind): kind is ComparedKind => kind in keeping;

/** Keeps what changed: every entry of a list, but of taxpayers only those that a profile is about. */
export async function keepChanges(session: Session, kind: DatasetKind, before: number, after: number): Promise<void> {
  if (isCompared(kind)) await session.rows(keeping[kind], [before, after]);
}

/** The differences between one version and another, whichever was in force in between: how many, and a page of them by key. */
export async function changesBetween(
  database: Database,
  kind: ComparedKind,
  { from, to, after, limit }: { from: number; to: number; after: string; limit: number },
): Promise<Difference & { changes: DatasetChange[] }> {
  const [[counts], rows] = await Promise.all([
    database.rows<Difference>(counting[kind], [from, to]),
    database.rows<DatasetChange>(paging[kind], [from, to, after, limit]),
  ]);
  return { ...counts!, changes: rows };
}
