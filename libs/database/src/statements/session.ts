import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { runStatement } from './run-statement.js';
import { StatementError } from './statement-error.js';

/**
 * A connection of its own for work that takes minutes, such as the import of a file. Its statements have no timeout, and its locks last
 * until it closes.
 */
export class Session {
  private readonly ending = new AbortController();

  constructor(private readonly client: Client) {
    client.on('error', (error) => this.ending.abort(error));
    client.on('end', () => this.ending.abort(new Error('Connection terminated')));
  }

  /**
   * Aborted when the connection is lost, and with it the locks and everything that was not committed. Work that depends on the session must
   * then end.
   */
  get lost(): AbortSignal {
    return this.ending.signal;
  }

  /** Runs a statement and returns its rows, including those of `RETURNING`. */
  async rows<Row extends object = Record<string, unknown>>(sql: string, params?: unknown[]): Promise<Row[]> {
    return (await runStatement<Row>(this.client, sql, params)).rows;
  }

  /** Runs a statement that cannot be prepared, such as the creation of a table whose name is computed. */
  async execute<Row extends object = Record<string, unknown>>(text: string): Promise<Row[]> {
    try {
      return (await this.client.query<Row>(text)).rows;
    } catch (error) {
      throw new StatementError(text.slice(0, 60), error);
    }
  }

  /**
   * Sends rows unchanged to a `COPY … FROM STDIN`. While one chunk is being sent, the caller makes the next one, and may reuse the buffer
   * of the chunk before both. If making the rows fails, the COPY fails.
   */
  async copy(text: string, rows: Buffer | AsyncIterable<Buffer>): Promise<void> {
    const stream = this.client.query(copyFrom(text));
    let failure: StatementError | undefined;
    const ended = once(stream, 'finish').catch((error: unknown) => {
      throw (failure = new StatementError(text.slice(0, 60), this.lost.aborted ? this.lost.reason : error));
    });
    // This promise may fail before it is awaited, and the stream once more when it is destroyed.
    ended.catch(() => undefined);
    stream.on('error', () => undefined);
    try {
      let underWay: Promise<unknown> = Promise.resolve();
      for await (const chunk of Buffer.isBuffer(rows) ? [rows] : rows) {
        await underWay;
        // One at a time: after a refusal the stream would still send several waiting chunks.
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

  /**
   * Ends the connection in the middle of a statement, which fails. To cancel a statement on the server, a role would need more rights than
   * this login has.
   */
  abort(): void {
    (this.client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  }

  /** Releases its locks and rolls back what is not committed. */
  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }
}
