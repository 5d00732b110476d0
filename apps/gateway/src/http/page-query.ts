import type { PageQuery } from '@vigia/contracts';

const usual = 25;

export interface PageAsked {
  before?: string;
  after?: string;
  limit: number;
}

/** One row more than shown tells whether there are others. */
export async function readPage<Row extends { position: string }>(
  { limit: given, before, after }: PageQuery,
  read: (asked: PageAsked) => Promise<Row[]>,
): Promise<{ rows: Row[]; older: string | null; newer: string | null }> {
  const limit = given === undefined ? usual : Number(given);
  const found = await read({ limit: limit + 1, ...(before !== undefined && { before }), ...(after !== undefined && { after }) });
  // When paging upwards, the extra row is the newest.
  const rows = after === undefined ? found.slice(0, limit) : found.slice(-limit);
  const hasMore = found.length > limit;
  const hasOlder = after !== undefined || hasMore;
  const isNewest = after !== undefined && !hasMore;
  return {
    rows,
    older: hasOlder ? (rows.at(-1)?.position ?? null) : null,
    newer: isNewest ? null : (rows[0]?.position ?? null),
  };
}
