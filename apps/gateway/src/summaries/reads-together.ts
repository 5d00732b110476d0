import { Batches } from '@vigia/dispatch';

/** Enough that the database is never without a statement while the answers of another are read. */
const statementsAtOnce = 2;
/** Half a megabyte of summaries, as a rule. */
const mostReads = 64;

/** A row says which of the keys it is for, from 1 on. */
export interface Placed {
  place: number;
}

/** Reads that come together are one statement, which is given a list for each column of the keys. */
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
  return new Batches(read, { atOnce: statementsAtOnce, mostItems: mostReads });
}
