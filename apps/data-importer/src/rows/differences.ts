import { sql, type Session } from '@vigia/database';
import type { DatasetKind } from '@vigia/contracts';

export interface Difference {
  added: number;
  removed: number;
  changed: number;
}

interface Side {
  table: string;
  /** What a row is about. Where a file gives no such thing, what it says stands for itself, and nothing is ever changed. */
  key: string;
  hash: string;
}

const byHash = (table: string, key: string): Side => ({ table, key: `${key} || ' ' || hash`, hash: '0' });

const rowsOf = {
  taxpayers: { table: 'registry.taxpayer', key: 'ruc', hash: 'hash' },
  premises: byHash('registry.premise', 'ruc'),
  marks: { table: 'registry.mark', key: 'ruc', hash: 'hash' },
  suppliers: byHash('registry.member', 'ruc'),
  sanctioned: byHash('registry.sanctioned', `coalesce(document, '')`),
  facts: byHash('registry.fact', `coalesce(document, '')`),
  rates: { table: 'registry.rate', key: `series || ' ' || period`, hash: 'hash' },
  activities: { table: 'registry.activity', key: 'code', hash: 'hash' },
  list: { table: 'registry.list_entity', key: 'id', hash: 'hash' },
  trade: {
    table: 'registry.trade',
    key: `ruc || ' ' || month || ' ' || heading || ' ' || country`,
    hash: `hash_record_extended(ROW(declarations, fob, freight, insurance), 0)`,
  },
} satisfies Record<DatasetKind, Side>;

const contentOf = ({ table, key, hash }: Side) =>
  sql`SELECT count(*)::int AS rows, md5(count(*) || ' ' || coalesce(sum(hashtextextended(${key}, 0)::numeric), 0) || ' '
        || coalesce(sum(${hash}::numeric), 0) || ' ' || coalesce(bit_xor(hashtextextended(${key}, ${hash}::bigint)), 0)) AS content
      FROM ${table} WHERE version = $1`;

const differenceOf = ({ table, key, hash }: Side) =>
  sql`SELECT count(*) FILTER (WHERE before.key IS NULL)::int AS added, count(*) FILTER (WHERE after.key IS NULL)::int AS removed,
        count(*) FILTER (WHERE before.hash <> after.hash)::int AS changed
      FROM (SELECT ${key} AS key, ${hash} AS hash FROM ${table} WHERE version = $1) AS before
        FULL JOIN (SELECT ${key} AS key, ${hash} AS hash FROM ${table} WHERE version = $2) AS after USING (key)`;

const contents = {
  taxpayers: contentOf(rowsOf.taxpayers),
  premises: contentOf(rowsOf.premises),
  marks: contentOf(rowsOf.marks),
  suppliers: contentOf(rowsOf.suppliers),
  sanctioned: contentOf(rowsOf.sanctioned),
  facts: contentOf(rowsOf.facts),
  rates: contentOf(rowsOf.rates),
  activities: contentOf(rowsOf.activities),
  list: contentOf(rowsOf.list),
  trade: contentOf(rowsOf.trade),
} satisfies Record<DatasetKind, string>;

const differences = {
  taxpayers: differenceOf(rowsOf.taxpayers),
  premises: differenceOf(rowsOf.premises),
  marks: differenceOf(rowsOf.marks),
  suppliers: differenceOf(rowsOf.suppliers),
  sanctioned: differenceOf(rowsOf.sanctioned),
  facts: differenceOf(rowsOf.facts),
  rates: differenceOf(rowsOf.rates),
  activities: differenceOf(rowsOf.activities),
  list: differenceOf(rowsOf.list),
  trade: differenceOf(rowsOf.trade),
} satisfies Record<DatasetKind, string>;

interface Content {
  rows: number;
  content: string;
}

/** How many rows a version has, and what stands for them all in whatever order they came. */
export async function contentIn(session: Session, kind: DatasetKind, version: number): Promise<Content> {
  const [content] = await session.rows<Content>(contents[kind], [version]);
  return content!;
}

export async function differenceBetween(session: Session, kind: DatasetKind, before: number, after: number): Promise<Difference> {
  const [difference] = await session.rows<Difference>(differences[kind], [before, after]);
  return difference!;
}

/** Keeps what changed: every entry of a list, and of taxpayers those that a profile is about. */
export async function keepChanges(session: Session, kind: DatasetKind, before: number, after: number): Promise<void> {
  if (kind === 'list') await session.rows(changesOfLists, [before, after]);
  if (kind === 'taxpayers') await session.rows(changesOfTaxpayers, [before, after]);
  if (kind === 'marks') await session.rows(changesOfMarks, [before, after]);
}

const kindOfChange = sql`CASE WHEN before.key IS NULL THEN 'added' WHEN after.key IS NULL THEN 'removed' ELSE 'changed' END`;

/**
 * Rows are compared by their hashes, and only those that differ and that a profile is about are read whole: a first padrón of everybody
 * adds millions. The number of a person's RUC is that of the DNI.
 */
const changesOfKnown = (table: string) =>
  sql`INSERT INTO registry.change (version, key, change, before, after)
      SELECT $2, key, ${kindOfChange},
        (SELECT to_jsonb(one) - ARRAY['version', 'hash'] FROM ${table} AS one WHERE version = $1 AND ruc = before.key),
        (SELECT to_jsonb(one) - ARRAY['version', 'hash'] FROM ${table} AS one WHERE version = $2 AND ruc = after.key)
      FROM (SELECT ruc AS key, hash FROM ${table} WHERE version = $1) AS before
        FULL JOIN (SELECT ruc AS key, hash FROM ${table} WHERE version = $2) AS after USING (key)
      WHERE before.hash IS DISTINCT FROM after.hash
        AND (key IN (SELECT tax_id FROM profiles.known_document) OR key LIKE '10%' AND substr(key, 3, 8) IN (SELECT tax_id FROM profiles.known_document))`;
const changesOfTaxpayers = changesOfKnown('registry.taxpayer');
const changesOfMarks = changesOfKnown('registry.mark');

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
const changesOfLists = sql`INSERT INTO registry.change (version, key, change, before, after)
  SELECT $2, key, ${kindOfChange},
    (SELECT ${wholeEntity} FROM registry.list_entity AS entity WHERE version = $1 AND id = before.key),
    (SELECT ${wholeEntity} FROM registry.list_entity AS entity WHERE version = $2 AND id = after.key)
  FROM (SELECT id AS key, hash FROM registry.list_entity WHERE version = $1) AS before
    FULL JOIN (SELECT id AS key, hash FROM registry.list_entity WHERE version = $2) AS after USING (key)
  WHERE before.hash IS DISTINCT FROM after.hash`;
