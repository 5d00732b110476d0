import { PlainError } from '@vigia/contracts';
import type { Client, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { connectionOf, poolOf, runStatement } from './run-statement.js';

export interface Transaction {
  /** Runs a statement and gives its rows; `RETURNING` works for every kind of statement. */
  query<Row extends object = Record<string, unknown>>(sql: string, params?: unknown[]): Promise<Row[]>;
  /** Sends a statement without waiting for it. Whatever follows runs after it, and if it fails, so does the transaction. */
  send(sql: string, params?: unknown[]): void;
  /** Sends a statement without waiting for it, and gives a way to its rows once the transaction is committed. */
  sendFor<Row extends object>(sql: string, params?: unknown[]): () => Row[];
  /** Runs once the transaction is committed, and never when it is not. It must not be needed for correctness: a crash skips it. */
  afterCommit(hook: () => void): void;
}

export async function inTransaction<T>(database: DataSource, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const hooks: (() => void)[] = [];
  const client = await connectionOf(database);
  let lost: Error | undefined;
  const noteLoss = (error: Error) => (lost = error);
  client.on('error', noteLoss);
  let result: T;
  try {
    result = await commit(client, work, hooks);
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

async function commit<T>(client: PoolClient, work: (tx: Transaction) => Promise<T>, hooks: (() => void)[]): Promise<T> {
  const failures: unknown[] = [];
  const run = <Row extends object>(sql: string, params?: unknown[]) => {
    packThisTurn(client);
    return runStatement<Row>(client, sql, params);
  };
  const sendFor = <Row extends object>(sql: string, params?: unknown[]) => {
    let rows: Row[] = [];
    void run<Row>(sql, params).then(
      (answer) => (rows = answer.rows),
      (error: unknown) => failures.push(error),
    );
    return () => rows;
  };
  const send = (sql: string, params?: unknown[]) => void sendFor(sql, params);
  const query = async <Row extends object>(sql: string, params?: unknown[]) => (await run<Row>(sql, params)).rows;
  try {
    send('BEGIN');
    const result = await work({ query, send, sendFor, afterCommit: (hook) => hooks.push(hook) });
    const { command } = await run('COMMIT');
    // PostgreSQL answers the COMMIT of a failed transaction with a ROLLBACK, and without an error.
    if (command !== 'COMMIT') throw new PlainError('a failed transaction cannot be committed');
    return result;
  } catch (error) {
    // What was sent before it is to blame, and every later statement only says that the transaction had failed.
    throw failures[0] ?? error;
  }
}

/** What is asked in one turn leaves in one packet: to wake PostgreSQL up costs more than most of what it is asked. */
function packThisTurn(client: PoolClient): void {
  const { stream } = (client as PoolClient & Client).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

export async function rowsOf<Row extends object>(database: DataSource, sql: string, params?: unknown[]): Promise<Row[]> {
  return (await runStatement<Row>(poolOf(database), sql, params)).rows;
}
