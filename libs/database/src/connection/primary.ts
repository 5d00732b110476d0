import { callbackify } from 'node:util';
import pg from 'pg';
import { isConnectTimeout } from '../statements/statement-error.js';
import { databaseUrls } from './database-urls.js';

/** Longer than any answer takes on a working network; a machine that is gone does not answer. */
const probeTimeoutMs = 2_000;

interface Host {
  host: string;
  port: number;
}

/** `08001`: no connection can be made. */
class NoPrimaryError extends Error {
  readonly code = '08001';

  constructor() {
    super('none of the database servers accepts writes');
  }
}

/**
 * How a pool or a client reaches the server that takes writes. If the URL names several servers, each new connection goes to the one that
 * takes writes at that moment.
 */
export function primaryOf(url: string): { connectionString: string; Client: typeof pg.Client } {
  const urls = databaseUrls(url);
  return { connectionString: urls[0], Client: urls.length === 1 ? pg.Client : clientOfPrimary(urls) };
}

/** For a program that takes one URL and ends soon. */
export async function primaryUrl(url: string): Promise<string> {
  const urls = databaseUrls(url);
  return urls.length === 1 ? urls[0] : (await findPrimary(urls)).url;
}

/** All clients of one pool share what is known about the servers. */
function clientOfPrimary(urls: readonly string[]): typeof pg.Client {
  let known: Host | undefined;
  return class extends pg.Client {
    override connect(): Promise<this>;
    override connect(callback: Parameters<pg.Client['connect']>[0]): void;
    override connect(callback?: Parameters<pg.Client['connect']>[0]): Promise<this> | void {
      const connected = this.connectToPrimary();
      if (!callback) return connected;
      // The type of the driver separates the two ways in which it calls back.
      callbackify(() => connected)(callback as (error: Error | null, client: pg.Client) => void);
    }

    private async connectToPrimary(): Promise<this> {
      known ??= await findPrimary(urls).then(({ client }) => ({ host: client.host, port: client.port }));
      Object.assign(this, known);
      const isStandby = watchForStandby(this);
      try {
        await super.connect();
      } catch (error) {
        known = undefined;
        throw error;
      }
      if (!isStandby()) return this;
      known = undefined;
      await this.end();
      throw new NoPrimaryError();
    }
  };
}

/** Asks all at once, because a server that is gone may not answer until the timeout. */
async function findPrimary(urls: readonly string[]): Promise<{ url: string; client: pg.Client }> {
  const asked = urls.map(async (url) => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: probeTimeoutMs, application_name: 'vigia-probe' });
    client.on('error', () => undefined);
    const isStandby = watchForStandby(client);
    await client.connect();
    await client.end();
    if (isStandby()) throw new NoPrimaryError();
    return { url, client };
  });
  return Promise.any(asked).catch(({ errors }: AggregateError) => {
    // A server that did not answer in time may be the one.
    throw errors.find(isConnectTimeout) ?? new NoPrimaryError();
  });
}

interface ReportingClient {
  connection: { on(event: 'parameterStatus', listener: (message: { parameterName: string; parameterValue: string }) => void): void };
}

/** At every connection a server reports whether it is a standby. */
function watchForStandby(client: pg.Client): () => boolean {
  let isStandby = false;
  (client as unknown as ReportingClient).connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (parameterName === 'in_hot_standby') isStandby = parameterValue === 'on';
  });
  return () => isStandby;
}
