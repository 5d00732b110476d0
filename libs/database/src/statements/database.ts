import type { Pool, PoolClient } from 'pg';
import { runStatement } from './run-statement.js';
import { StatementError } from './statement-error.js';
import { runTransaction, type Transaction } from './transaction.js';

/** What a service knows of the database: statements by themselves, and transactions. */
export class Database {
  constructor(
    /** The connections underneath, for tests that look at plans or count. What runs here fails with its values in the error. */
    readonly pool: Pool,
    private readonly end: () => Promise<void>,
  ) {}

  /** Runs a statement and gives its rows; `RETURNING` works for every kind of statement. */
  async rows<Row extends object = Record<string, unknown>>(sql: string, params?: unknown[]): Promise<Row[]> {
    return (await runStatement<Row>(this.pool, sql, params)).rows;
  }

  /** Commits everything that `work` has asked for, or nothing. */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const hooks: (() => void)[] = [];
    const client = await this.connection();
    let lost: Error | undefined;
    const noteLoss = (error: Error) => (lost = error);
    client.on('error', noteLoss);
    let result: T;
    try {
      result = await runTransaction(client, work, hooks);
    } catch (error) {
      await runStatement(client, 'ROLLBACK').catch(noteLoss);
      throw error;
    } finally {
      client.off('error', noteLoss);
      client.release(lost);
    }
    for (const hook of hooks) hook();
    return result;
  }

  /** Waits for what is under way. Nothing can be asked afterwards. */
  close(): Promise<void> {
    return this.end();
  }

  private async connection(): Promise<PoolClient> {
    try {
      return await this.pool.connect();
    } catch (error) {
      throw new StatementError('connect', error);
    }
  }
}
