import type { Database, Transaction } from '@vigia/database';

class Undo<T> extends Error {
  constructor(readonly result: T) {
    super('everything was to be undone');
  }
}

/** Does the work, keeps its result and undoes the rest. */
export async function undone<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await database.transaction(async (tx) => {
      throw new Undo(await work(tx));
    });
  } catch (error) {
    if (error instanceof Undo) return error.result as T;
    throw error;
  }
}
