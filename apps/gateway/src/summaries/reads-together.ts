import { Batches } from '@vigia/dispatch';

/** Enough that the database always has a statement while the answers of another are read. */
const statementsAtOnce = 2;
/** Usually half a megabyte of summaries. */
const mostReads = 64;

/** A row names its key by position, from 1 on. */
export interface Placed {
  place: number;
}

/** Simultaneous reads share one statement, which takes one list for each column of the keys. */
export function readsTogether<Key, Row extends object>(
  columns: (keyof Key)[],
  rowsOf: (lists: unknown[][]) => Promise<(Row & Placed)[]>,
): Batches<Key, Row | undefined> {
  const read = async (keys: Key[]) => {
    const rows = await rowsOf(columns.map((column) => keys.map((key) => key[column])));
    const found: (Row | undefined)[] = keys.map(() => undefined);
    for (const row of rows) found[row.place - 1] = row;
    return found;
  };
  return new Batches(read, { atOnce: statementsAtOnce, mostItems: mostReads, onlyReads: true });
}
