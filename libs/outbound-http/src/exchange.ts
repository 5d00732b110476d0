import type { Agent, Dispatcher } from 'undici';
import { Deadline } from './deadline.js';
import type { AddressGuard } from './domain/address-guard.js';
import { checkUrl } from './domain/url-check.js';
import { exchangeFailure, OutboundError } from './outbound-error.js';
import type { Trace } from './connector.js';

export interface ExchangeRequest {
  method: Dispatcher.HttpMethod;
  url: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The timeout for everything together: DNS, connection, TLS, request, headers and body. */
  deadlineMs: number;
  maxBodyBytes: number;
  /**
   * `whole`: a cut, dripping or too large body is an error.
   * `within-deadline`: once the headers have arrived, the exchange always resolves, with the part of the body that came.
   */
  readBody?: 'whole' | 'within-deadline';
  signal?: AbortSignal;
}

export interface Exchange {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** As it was on the wire: no content encoding is decoded. */
  body: Buffer;
  truncated: boolean;
  /** From the start of the exchange; `connectMs` is absent if an open connection was reused. */
  timings: { connectMs?: number; firstByteMs: number; totalMs: number };
  remoteAddress?: string;
}

interface ExchangeContext {
  agent: Agent;
  guard?: AddressGuard;
}

export async function exchange({ agent, guard }: ExchangeContext, request: ExchangeRequest): Promise<Exchange> {
  const startedAt = performance.now();
  const elapsedMs = (at = performance.now()) => Math.round(at - startedAt);
  const url = guard ? guardedTarget(request.url, guard) : plainTarget(request.url);
  const trace: Trace = {};
  const deadline = new Deadline(request.deadlineMs, request.signal);
  try {
    const response = await deadline.race(
      agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method,
        headers: withDefaults(request.headers, {
          'user-agent': 'Vigia',
          'accept-encoding': 'identity',
        }),
        body: request.body,
        signal: deadline.signal,
        opaque: trace,
      }),
    );
    const firstByteMs = elapsedMs();
    const { readyAt, remoteAddress } = trace.carrier ?? {};
    const received = await receiveBody(response.body, request.maxBodyBytes);
    const truncated = received.cutBy !== undefined;
    if (truncated && request.readBody !== 'within-deadline') throw received.cutBy;
    return {
      status: response.statusCode,
      headers: response.headers,
      body: received.bytes,
      truncated,
      timings: {
        connectMs: readyAt !== undefined && readyAt >= startedAt ? elapsedMs(readyAt) : undefined,
        firstByteMs,
        totalMs: elapsedMs(),
      },
      remoteAddress,
    };
  } catch (error) {
    throw exchangeFailure(error, url.origin, trace.carrier?.remoteAddress);
  } finally {
    deadline.stop();
  }
}

/** The URL was checked when it was saved; the settings may have become stricter since. */
function guardedTarget(raw: string, guard: AddressGuard): URL {
  const check = checkUrl(raw, guard);
  if (!check.ok) throw new OutboundError('address_blocked', check.reason);
  return check.url;
}

function plainTarget(raw: string): URL {
  const url = URL.canParse(raw) ? new URL(raw) : undefined;
  // undici would drop a user name and password silently.
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new OutboundError('protocol', 'the target is not a plain http or https URL');
  }
  return url;
}

function withDefaults(headers: Record<string, string> = {}, defaults: Record<string, string>): Record<string, string> {
  const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  return {
    ...Object.fromEntries(Object.entries(defaults).filter(([name]) => !given.has(name))),
    ...headers,
  };
}

interface ReceivedBody {
  bytes: Buffer;
  /** Why bytes are missing. */
  cutBy?: unknown;
}

/** Reads until the end, the limit or an error, and returns what came. Leaving the loop early destroys the socket. */
async function receiveBody(stream: AsyncIterable<Buffer>, maxBodyBytes: number): Promise<ReceivedBody> {
  const chunks: Buffer[] = [];
  let roomBytes = maxBodyBytes;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk.subarray(0, roomBytes));
      roomBytes -= chunk.length;
      if (roomBytes < 0) throw new OutboundError('body_too_large', `the answer is larger than ${maxBodyBytes} bytes`);
    }
  } catch (cutBy) {
    return { bytes: Buffer.concat(chunks), cutBy };
  }
  return { bytes: Buffer.concat(chunks) };
}

/** How long the server asks to wait, in seconds or until a date; undefined if it does not say so in a form of HTTP. */
export function retryAfterMs({ headers }: Pick<Exchange, 'headers'>, now = new Date()): number | undefined {
  const header = headers['retry-after'];
  if (typeof header !== 'string') return undefined;
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1_000;
  // Date.parse accepts far more texts as dates.
  const at = /^[A-Z][a-z]{2}, .* GMT$/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
