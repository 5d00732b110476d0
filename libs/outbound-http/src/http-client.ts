import { Agent, Pool, type Client } from 'undici';
import { openConnector, TrackedClient } from './connector.js';
import type { AddressGuard } from './domain/address-guard.js';
import { tunnelThrough } from './proxy-tunnel.js';
import { exchange, type Exchange, type ExchangeRequest } from './exchange.js';

export interface HttpClientOptions {
  connectionsPerHost?: number;
  connectTimeoutMs?: number;
  /** Required for every address that a client chose; absent only for providers that the operator configured. */
  guard?: AddressGuard;
  /** The `http://` address of a proxy for every connection. */
  proxyUrl?: string;
}

export interface HttpClient {
  exchange(request: ExchangeRequest): Promise<Exchange>;
  /** Waits for running exchanges, which have deadlines, and closes idle connections. */
  close(): Promise<void>;
}

const connectionLimits: Client.Options = {
  allowH2: false,
  maxHeaderSize: 16 * 1024,
  // undici has a timer per phase and per chunk; the deadline of the exchange replaces them.
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveMaxTimeout: 30_000,
};

export function createHttpClient({
  connectionsPerHost = 10,
  connectTimeoutMs = 5_000,
  guard,
  proxyUrl,
}: HttpClientOptions = {}): HttpClient {
  const connector = openConnector(connectTimeoutMs, guard, proxyUrl === undefined ? undefined : tunnelThrough(proxyUrl));
  const agent = new Agent({
    factory: (origin) =>
      new Pool(origin, {
        ...connectionLimits,
        connections: connectionsPerHost,
        factory: (poolOrigin, options) => new TrackedClient(poolOrigin, options, connector),
      }),
  });
  let closing: Promise<void> | undefined;
  return {
    exchange: (request) => exchange({ agent, guard }, request),
    close: () => (closing ??= agent.close()),
  };
}
