import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { runStatement } from './run-statement.js';
import { StatementError } from './statement-error.js';

/**
 * One connection of its own, for work that takes minutes: the import of a file. No limit of time holds for its statements, and locks that
 * it takes last until it closes.
 */
export class Session {
  private readonly ending = new AbortController();

  constructor(private readonly client: Client) {
    client.on('error', (error) => this.ending.abort(error));
    client.on('end', () => this.ending.abort(new Error('Connection terminated')));
  }

  /** Aborted when the connection is gone, and with it what was locked and what was not committed: work for which it stands must end. */
  get lost(): AbortSignal {
    return this.ending.signal;
  }

  /** Runs a statement and returns its rows, also those of `RETURNING`. */
  async rows<Row extends object = Record<string, unknown>>(sql: string, params?: unknown[]): Promise<Row[]> {
    return (await runStatement<Row>(this.client as never, sql, params)).rows;
  }

  /** Runs what cannot be prepared, such as the making of a table whose name is only known now. */
  async execute<Row extends object = Record<string, unknown>>(text: string): Promise<Row[]> {
    try {
      return (await this.client.query<Row>(text)).rows;
    } catch (error) {
      throw new StatementError(text.slice(0, 60), error);
    }
  }

  /**
   * Sends rows as they are to a `COPY … FROM STDIN`; while some are on their way, the next are made, and what was sent before these is no longer
   * needed. Where making them fails, so does the COPY.
   */
  async copy(text: string, rows: Buffer | AsyncIterable<Buffer>): Promise<void> {
    const stream = this.client.query(copyFrom(text));
    let failure: StatementError | undefined;
    const ended = once(stream, 'finish').catch((error: unknown) => {
      throw (failure = new StatementError(text.slice(0, 60), this.lost.aborted ? this.lost.reason : error));
    });
    // It may fail before it is awaited, and the stream once more when it is destroyed.
    ended.catch(() => undefined);
    stream.on('error', () => undefined);
    try {
      let underWay: Promise<unknown> = Promise.resolve();
      for await (const chunk of Buffer.isBuffer(rows) ? [rows] : rows) {
        await underWay;
        // One at a time: several that wait for the server would be sent on after it has refused the first.
        underWay = stream.write(chunk) ? Promise.resolve() : Promise.race([new Promise((sent) => stream.once('drain', sent)), ended]);
        underWay.catch(() => undefined);
      }
      await underWay;
    } catch (error) {
      if (failure) throw failure;
      stream.destroy(new Error('there are no more rows'));
      await ended.catch(() => undefined);
      throw error;
    }
    stream.end();
    await ended;
  }

  /** Ends it in the middle of a statement, which fails. To tell the server to end one, a role would have to be above this one's login. */
  abort(): void {
    (this.client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  }

  /** Gives back its locks, and undoes what is not committed. */
  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }
}
