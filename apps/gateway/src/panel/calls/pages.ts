import { closed, nullable } from '@vigia/contracts';
import { Type, type Static, type TObject, type TArray, type TSchema } from 'typebox';

const usual = 25;

/** What a list takes from its query, as text. */
export const pageQuery = {
  limit: Type.Optional(Type.String({ pattern: '^([1-9]|[1-4][0-9]|50)$', description: '1 to 50 rows; 25 unless given' })),
  before: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$', description: '`older` of another page: what came before it' })),
  after: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$', description: '`newer` of another page: what has come since' })),
};
const pageText = closed(pageQuery);
export type PageText = Static<typeof pageText>;

export interface PageAsked {
  before?: string;
  after?: string;
  limit: number;
}

const cursors = {
  older: nullable(Type.String({ description: 'for `before`; null where nothing is older' })),
  newer: nullable(Type.String({ description: 'for `after`; null while there is nothing at all' })),
};
type Cursors = { older: string | null; newer: string | null };

export function pageOf<N extends string, Row extends TSchema>(name: N, row: Row) {
  return closed({ [name]: Type.Array(row, { description: 'newest first' }), ...cursors }) as TObject<
    Record<N, TArray<Row>> & typeof cursors
  >;
}

/** One row more than is shown tells whether there are others. */
export async function readPage<Row extends { position: string }>(
  { limit: given, before, after }: PageText,
  read: (asked: PageAsked) => Promise<Row[]>,
): Promise<Cursors & { rows: Row[] }> {
  const limit = given === undefined ? usual : Number(given);
  const found = await read({ limit: limit + 1, ...(before !== undefined && { before }), ...(after !== undefined && { after }) });
  // Upwards the one too many is the newest.
  const rows = after === undefined ? found.slice(0, limit) : found.slice(-limit);
  const hasOlder = after !== undefined || found.length > limit;
  return { rows, older: hasOlder ? (rows.at(-1)?.position ?? null) : null, newer: rows[0]?.position ?? after ?? null };
}
