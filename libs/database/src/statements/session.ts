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
  private lost: Error | undefined;

  constructor(private readonly client: Client) {
    client.on('error', (error) => (this.lost = error));
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

  /** Sends rows as they are to a `COPY … FROM STDIN`. */
  async copy(text: string, bytes: Buffer): Promise<void> {
    const stream = this.client.query(copyFrom(text));
    try {
      await new Promise<void>((resolve, reject) => {
        stream.once('error', reject).once('finish', resolve);
        stream.end(bytes);
      });
    } catch (error) {
      throw new StatementError(text.slice(0, 60), this.lost ?? error);
    }
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
