import { PlainError } from '@vigia/contracts';
import type { Client, Pool, PoolClient } from 'pg';
import { runStatement } from './run-statement.js';
import { isDatabaseAway, StatementError } from './statement-error.js';

/** The database as a service sees it: single statements, and transactions. */
export class Database {
  constructor(
    /** For tests that inspect plans or count connections. Errors of statements that run here contain their values. */
    readonly pool: Pool,
    private readonly end: () => Promise<void>,
  ) {}

  /** Runs a statement and returns its rows, including those of `RETURNING`. */
  async rows<Row extends object = Record<string, unknown>>(sql: string, params?: unknown[]): Promise<Row[]> {
    return (await runStatement<Row>(this.pool, sql, params)).rows;
  }

  /** Commits everything that `work` has sent, or nothing. */
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
      // A server that no longer takes writes still answers: the next transaction must not get this connection.
      if (isDatabaseAway(error)) noteLoss(error as Error);
      await runStatement(client, 'ROLLBACK').catch(noteLoss);
      throw error;
    } finally {
      client.off('error', noteLoss);
      client.release(lost);
    }
    for (const hook of hooks) hook();
    return result;
  }

  /** Waits for running statements. No statement can run afterwards. */
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

export interface Transaction {
  /** Runs a statement and returns its rows, including those of `RETURNING`. */
  rows<Row extends object = Record<string, unknown>>(sql: string, params?: unknown[]): Promise<Row[]>;
  /** Sends a statement without waiting for it. Later statements run after it, and if it fails, so does the transaction. */
  send(sql: string, params?: unknown[]): void;
  /** Sends a statement without waiting for it, and returns a function that returns its rows once the transaction is committed. */
  sendFor<Row extends object>(sql: string, params?: unknown[]): () => Row[];
  /** Runs the hook only after the commit. Correctness must not depend on it: a crash skips it. */
  afterCommit(hook: () => void): void;
}

/** `afterCommit` adds to `hooks`. */
async function runTransaction<T>(client: PoolClient, work: (tx: Transaction) => Promise<T>, hooks: (() => void)[]): Promise<T> {
  const failures: unknown[] = [];
  const run = async <Row extends object>(sql: string, params?: unknown[]) => {
    packThisTurn(client);
    try {
      return await runStatement<Row>(client, sql, params);
    } catch (error) {
      failures.push(error);
      throw error;
    }
  };
  const sendFor = <Row extends object>(sql: string, params?: unknown[]) => {
    let given: Row[] = [];
    void run<Row>(sql, params).then(
      (answer) => (given = answer.rows),
      () => undefined,
    );
    return () => given;
  };
  const send = (sql: string, params?: unknown[]) => void sendFor(sql, params);
  const rows = async <Row extends object>(sql: string, params?: unknown[]) => (await run<Row>(sql, params)).rows;
  try {
    send('BEGIN');
    const result = await work({ rows, send, sendFor, afterCommit: (hook) => hooks.push(hook) });
    const { command } = await run('COMMIT');
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK and no error.
    if (command !== 'COMMIT') throw new PlainError('a failed transaction cannot be committed');
    return result;
  } catch (error) {
    // The first statement that failed is the cause; later ones only say that the transaction had failed.
    throw failures[0] ?? error;
  }
}

/** Statements that are sent in one turn of the event loop go into one packet: waking PostgreSQL costs more than most statements. */
function packThisTurn(client: PoolClient): void {
  const { stream } = (client as PoolClient & Client).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
