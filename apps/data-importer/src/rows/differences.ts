import { sql, type Session } from '@vigia/database';
import type { DatasetKind } from '@vigia/contracts';

export interface Difference {
  added: number;
  removed: number;
  changed: number;
}

interface Side {
  table: string;
  /** What a row is about. If a file gives no such key, the content is its own key, and nothing is ever changed. */
  key: string;
  hash: string;
  counted: string;
}

const every = 'count(*)';
const byHash = (table: string, key: string): Side => ({ table, key: `${key} || ' ' || hash`, hash: '0', counted: every });

const rowsOf = {
  // A taxpayer without a name stands for a rejected line.
  taxpayers: { table: 'registry.taxpayer', key: 'ruc', hash: 'hash', counted: `count(*) FILTER (WHERE name <> '')` },
  premises: byHash('registry.premise', 'ruc'),
  marks: { table: 'registry.mark', key: 'ruc', hash: 'hash', counted: every },
  suppliers: byHash('registry.member', 'ruc'),
  sanctioned: byHash('registry.sanctioned', `coalesce(document, '')`),
  facts: byHash('registry.fact', `coalesce(document, '')`),
  rates: { table: 'registry.rate', key: `series || ' ' || period`, hash: 'hash', counted: 'count(value)' },
  activities: { table: 'registry.activity', key: 'code', hash: 'hash', counted: every },
  list: { table: 'registry.list_entity', key: 'id', hash: 'hash', counted: every },
  trade: {
    table: 'registry.trade',
    key: `ruc || ' ' || month || ' ' || heading || ' ' || country`,
    hash: `hash_record_extended(ROW(declarations, fob, freight, insurance), 0)`,
    counted: every,
  },
} satisfies Record<DatasetKind, Side>;

const contentOf = ({ table, key, hash, counted }: Side) =>
  sql`SELECT ${counted}::int AS rows, md5(count(*) || ' ' || coalesce(sum(hashtextextended(${key}, 0)::numeric), 0) || ' '
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

/** How many rows a version has, and a hash of all of them that does not depend on their order. */
export async function contentIn(session: Session, kind: DatasetKind, version: number): Promise<Content> {
  const [content] = await session.rows<Content>(contents[kind], [version]);
  return content!;
}

/**
 * Which of these registers have no readable rows in the later version, though the earlier one has some or there is none. A fact without an
 * amount is unread.
 */
export async function registersLacking(
  session: Session,
  registers: readonly string[],
  { before, after }: { before: number | null; after: number },
): Promise<string[]> {
  if (registers.length === 0) return [];
  const lacking = await session.rows<{ register: string }>(
    sql`SELECT register FROM unnest($1::text[]) AS register
        WHERE ($2::int IS NULL OR register IN (SELECT facts->>'registro' FROM registry.fact WHERE version = $2 AND facts->>'monto' IS NOT NULL))
          AND register NOT IN (SELECT facts->>'registro' FROM registry.fact WHERE version = $3 AND facts->>'monto' IS NOT NULL) ORDER BY register`,
    [registers, before, after],
  );
  return lacking.map(({ register }) => register);
}

export async function differenceBetween(session: Session, kind: DatasetKind, before: number, after: number): Promise<Difference> {
  const [difference] = await session.rows<Difference>(differences[kind], [before, after]);
  return difference!;
}
