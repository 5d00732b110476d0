import { inTransaction, type Transaction } from '@vigia/database';
import type { DataSource } from 'typeorm';

class Undo<T> extends Error {
  constructor(readonly result: T) {
    super('everything was to be undone');
  }
}

/** Does the work, keeps its result and undoes the rest. */
export async function undone<T>(database: DataSource, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(database, async (tx) => {
      throw new Undo(await work(tx));
    });
  } catch (error) {
    if (error instanceof Undo) return error.result as T;
    throw error;
  }
}
