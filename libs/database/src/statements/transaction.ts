import { PlainError } from '@vigia/contracts';
import type { Client, PoolClient } from 'pg';
import { runStatement } from './run-statement.js';

export interface Transaction {
  /** Runs a statement and gives its rows; `RETURNING` works for every kind of statement. */
  rows<Row extends object = Record<string, unknown>>(sql: string, params?: unknown[]): Promise<Row[]>;
  /** Sends a statement without waiting for it. Whatever follows runs after it, and if it fails, so does the transaction. */
  send(sql: string, params?: unknown[]): void;
  /** Sends a statement without waiting for it, and gives a way to its rows once the transaction is committed. */
  sendFor<Row extends object>(sql: string, params?: unknown[]): () => Row[];
  /** Runs once the transaction is committed, and never when it is not. It must not be needed for correctness: a crash skips it. */
  afterCommit(hook: () => void): void;
}

/** `hooks` is where `afterCommit` keeps what is to run. */
export async function runTransaction<T>(client: PoolClient, work: (tx: Transaction) => Promise<T>, hooks: (() => void)[]): Promise<T> {
  const failures: unknown[] = [];
  const run = <Row extends object>(sql: string, params?: unknown[]) => {
    packThisTurn(client);
    return runStatement<Row>(client, sql, params);
  };
  const sendFor = <Row extends object>(sql: string, params?: unknown[]) => {
    let given: Row[] = [];
    void run<Row>(sql, params).then(
      (answer) => (given = answer.rows),
      (error: unknown) => failures.push(error),
    );
    return () => given;
  };
  const send = (sql: string, params?: unknown[]) => void sendFor(sql, params);
  const rows = async <Row extends object>(sql: string, params?: unknown[]) => (await run<Row>(sql, params)).rows;
  try {
    send('BEGIN');
    const result = await work({ rows, send, sendFor, afterCommit: (hook) => hooks.push(hook) });
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
