import type { DataSource, EntityManager } from 'typeorm';

export interface Transaction {
  entities: EntityManager;
  /** Runs a statement and gives its rows; `RETURNING` works for every kind of statement. */
  query<Row = Record<string, unknown>>(sql: string, params?: unknown[]): Promise<Row[]>;
  /** Runs once the transaction is committed, and never when it is not. It must not be needed for correctness: a crash skips it. */
  afterCommit(hook: () => void): void;
}

export async function inTransaction<T>(database: DataSource, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const hooks: (() => void)[] = [];
  const result = await database.transaction((entities) =>
    work({ entities, query: (sql, params) => rowsOf(entities, sql, params), afterCommit: (hook) => hooks.push(hook) }),
  );
  for (const hook of hooks) hook();
  return result;
}

/** The rows of one statement. TypeORM answers UPDATE and DELETE as [rows, count], unlike SELECT and INSERT. */
export async function rowsOf<Row>(on: DataSource | EntityManager, sql: string, params?: unknown[]): Promise<Row[]> {
  const result: unknown[] = await on.query(sql, params);
  return (isRowsAndCount(result) ? result[0] : result) as Row[];
}

function isRowsAndCount(result: unknown[]): boolean {
  return result.length === 2 && Array.isArray(result[0]) && typeof result[1] === 'number';
}
