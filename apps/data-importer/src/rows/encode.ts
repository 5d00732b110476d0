import { createHash } from 'node:crypto';
import type { DatasetKind } from '@vigia/contracts';
import { escaped } from '../reading/copied-lines.js';
import type { ListedEntity } from '../datasets/listed-entity.js';
import type { RowOf } from '../datasets/rows.js';

type Value = string | number | boolean | null | undefined;
/** Each row names its table by the position in `tablesOf`. */
type Encoded = [table: number, values: Value[]];

/** What distinguishes two rows of one version, and the values that are copied. */
export interface EncodedRow {
  key: string;
  values: Encoded[];
}

type Encoder<Row> = (row: Row, line: number) => EncodedRow;
/** Kinds whose layout yields rows that can be copied unchanged, and trade, which is added up first. */
export type PlainKind = Exclude<DatasetKind, 'taxpayers' | 'premises' | 'trade'>;

export const encoders: { [K in PlainKind]: Encoder<RowOf[K]> } = {
  marks: (row) => ({
    key: row.ruc,
    values: [[0, [row.ruc, row.name, row.since, row.resolution, hashOf([row.name, row.since, row.resolution])]]],
  }),
  suppliers: (row, line) => {
    const said = [row.ruc, row.docType, row.document, row.name, row.role, row.since, row.legalForm];
    return { key: JSON.stringify(said), values: [[0, [line, ...said, hashOf(said)]]] };
  },
  sanctioned: (row, line) => {
    const { document, name, startsOn, endsOn, resolution, authority, reason, amount, details } = row;
    const said = [document, name, startsOn, endsOn, resolution, authority, reason, amount, JSON.stringify(details)];
    return { key: JSON.stringify(said), values: [[0, [line, ...said, hashOf(said)]]] };
  },
  facts: ({ docType, document, facts, unread }, line) => {
    const said = [docType, document, JSON.stringify(facts)];
    // Two unread facts may look the same although their lines do not.
    return { key: JSON.stringify(unread ? [...said, line] : said), values: [[0, [line, ...said, hashOf(said)]]] };
  },
  rates: ({ series, period, value }) => ({ key: `${series} ${period}`, values: [[0, [series, period, value, hashOf([value])]]] }),
  activities: ({ code, name }) => ({ key: code, values: [[0, [code, name, hashOf([name])]]] }),
  list: (entity) => ({ key: entity.id, values: encodedEntity(entity) }),
};

function encodedEntity(entity: ListedEntity): Encoded[] {
  const { id, kind, names, documents, births, countries, programmes, link, remarks, until } = entity;
  const inAnyOrder = (facts: readonly unknown[]) => facts.map((fact) => JSON.stringify(fact)).toSorted();
  const hash = hashOf([kind, until, remarks, ...[names, documents, births, countries, programmes].map(inAnyOrder)]);
  return [
    [0, [id, kind, link, remarks, until, hash]],
    ...names.map(({ text, alias, weak, order }, position): Encoded => [1, [id, position, text, alias, weak, order]]),
    ...documents.map(({ type, number, country }, position): Encoded => [2, [id, position, type, number, country]]),
    ...births.map(({ day, from, to, approximate = false }, position): Encoded => [3, [id, position, day, from, to, approximate]]),
    ...[...new Set(countries)].map((country): Encoded => [4, [id, country]]),
    ...[...new Set(programmes)].map((programme): Encoded => [5, [id, programme]]),
  ];
}

/** A 64-bit hash of a row's content. The same facts give the same number in every version. */
function hashOf(said: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(said)).digest().readBigInt64BE().toString();
}

/** A line in the text format of COPY. */
export function copyLine(values: readonly Value[]): string {
  return `${values.map((value) => (value === null || value === undefined ? '\\N' : escaped(String(value)))).join('\t')}\n`;
}
