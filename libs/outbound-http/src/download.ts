import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Agent, type Dispatcher } from 'undici';
import { openConnector } from './connector.js';
import { OutboundError } from './outbound-error.js';

interface DownloadRequest {
  url: string;
  /** The path of the file. A partial download lies beside it until it is complete, and is resumed after an interruption. */
  path: string;
  /** Other hosts that a redirect may lead to. */
  hosts: readonly string[];
  /** In lower case. They may hold a key: a redirect to another server does not carry them. */
  headers?: Readonly<Record<string, string>>;
  /** The validators of the existing file: it is not fetched again while they match. */
  known?: { etag?: string; lastModified?: string };
  /** The longest time until the answer begins: a server may first have to make the file. */
  headersMs: number;
  /** The longest time after that in which no data, or next to none, may arrive. The total time has no limit. */
  stallMs: number;
  /** A larger file is refused. */
  mostBytes: number;
  signal: AbortSignal;
  onBytes?: (received: number, total: number | undefined) => void;
}

export interface Download {
  isUnchanged: boolean;
  etag?: string;
  lastModified?: string;
}

const mostRedirects = 5;
const connectMs = 20_000;
const redirects = new Set([301, 302, 303, 307, 308]);
/** The minimum to receive per stall period: otherwise a server that drips would delay other downloads without end. */
const leastBytes = 16 * 1024;

/** Downloads a file. Not for ordinary requests: it follows redirects to listed hosts, never from https to http, and has no total time limit. */
export async function download(request: DownloadRequest): Promise<Download> {
  await mkdir(dirname(request.path), { recursive: true });
  const agent = new Agent({ connect: openConnector(connectMs), headersTimeout: request.headersMs, bodyTimeout: 0 });
  try {
    return await follow(agent, request, request.url, mostRedirects);
  } finally {
    await agent.destroy();
  }
}

async function follow(agent: Agent, request: DownloadRequest, address: string, left: number): Promise<Download> {
  const url = allowed(request, address);
  const part = `${request.path}.part`;
  const begun = await begunDownload(part);
  const { known, signal } = request;
  const headers = {
    'user-agent': 'vigia-data-importer',
    ...(url.origin === new URL(request.url).origin && request.headers),
    'accept-encoding': 'identity',
    ...(known?.etag && { 'if-none-match': known.etag }),
    ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
    ...(begun && { range: `bytes=${begun.bytes}-`, 'if-range': begun.tag }),
  };
  const answer = await agent.request({ origin: url.origin, path: url.pathname + url.search, method: 'GET', headers, signal });
  const { statusCode } = answer;
  if (redirects.has(statusCode)) {
    leave(answer);
    const location = textOf(answer, 'location');
    if (left === 0 || !location) throw new OutboundError('protocol', `${url.hostname} redirects without an end`);
    return follow(agent, request, new URL(location, url).href, left - 1);
  }
  const said: Pick<Download, 'etag' | 'lastModified'> = {
    ...named('etag', textOf(answer, 'etag')),
    ...named('lastModified', textOf(answer, 'last-modified')),
  };
  if (statusCode === 304 && (known?.etag || known?.lastModified)) return { isUnchanged: true, ...said };
  if (statusCode === 416 && begun) {
    leave(answer);
    await rm(part);
    return follow(agent, request, address, left);
  }
  // A cache that does not know If-Range continues another publication.
  const validators = Object.values(said);
  const isSame = begun !== undefined && (validators.length === 0 || validators.includes(begun.tag));
  const goesOn = statusCode === 206 && begun !== undefined && isSame && beginningOf(answer) === begun.bytes;
  if (statusCode === 206 && begun && !goesOn) {
    leave(answer);
    await rm(`${part}.tag`);
    return follow(agent, request, address, left);
  }
  if (statusCode !== 200 && !goesOn) {
    leave(answer);
    throw new OutboundError('protocol', `${url.hostname} answered ${statusCode}`);
  }
  try {
    if (!goesOn) await beginAnew(part, said.etag ?? said.lastModified ?? '');
    await receive(answer, request, part, goesOn ? begun.bytes : 0);
  } catch (error) {
    leave(answer);
    // The partial file fills the disk, or is of no use.
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC' || isTooLarge(error)) await giveUp(part);
    throw error;
  }
  await rename(part, request.path);
  await rm(`${part}.tag`);
  return { isUnchanged: false, ...said };
}

const isTooLarge = (error: unknown) => error instanceof OutboundError && error.kind === 'body_too_large';

/** Does not read the rest, which might never end. */
function leave({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => undefined).destroy();
}

/** Deletes the old bytes before it writes the new tag: if the process ends in between, no tag may vouch for bytes of another file. */
async function beginAnew(part: string, tag: string): Promise<void> {
  await rm(`${part}.tag`, { force: true });
  await writeFile(part, '');
  await writeFile(`${part}.tag`, tag);
}

async function giveUp(part: string): Promise<void> {
  await Promise.all([part, `${part}.tag`].map((path) => rm(path, { force: true })));
}

/** The offset of the part that the answer contains. */
function beginningOf(answer: Dispatcher.ResponseData): number | undefined {
  const [, from] = /^bytes (\d+)-/.exec(textOf(answer, 'content-range') ?? '') ?? [];
  return from === undefined ? undefined : Number(from);
}

async function receive(answer: Dispatcher.ResponseData, request: DownloadRequest, part: string, from: number): Promise<void> {
  const { onBytes, mostBytes, stallMs, signal } = request;
  const length = Number(textOf(answer, 'content-length'));
  const total = Number.isSafeInteger(length) && length > 0 ? from + length : undefined;
  const check = (bytes: number) => {
    if (bytes > mostBytes)
      throw new OutboundError('body_too_large', `the file has ${bytes} bytes or more, and ${mostBytes} are taken at most`);
  };
  check(total ?? 0);
  let received = from;
  const counted = async function* (body: AsyncIterable<Buffer>) {
    for await (const chunk of body) {
      check((received += chunk.length));
      onBytes?.(received, total);
      yield chunk;
    }
  };
  const stalled = new AbortController();
  let before = from;
  const timer = setInterval(() => {
    if (received - before < leastBytes) stalled.abort(new OutboundError('timeout', `next to nothing came for ${stallMs / 1_000} s`));
    before = received;
  }, stallMs);
  try {
    const into = createWriteStream(part, { flags: from > 0 ? 'a' : 'w' });
    await pipeline(answer.body, counted, into, { signal: AbortSignal.any([signal, stalled.signal]) });
  } catch (error) {
    throw stalled.signal.aborted ? stalled.signal.reason : error;
  } finally {
    clearInterval(timer);
  }
}

interface Begun {
  bytes: number;
  /** The publication that the part belongs to. Without it the download cannot be resumed. */
  tag: string;
}

async function begunDownload(part: string): Promise<Begun | undefined> {
  try {
    const [{ size }, tag] = await Promise.all([stat(part), readFile(`${part}.tag`, 'utf8')]);
    return size > 0 && tag !== '' && !tag.startsWith('W/') ? { bytes: size, tag } : undefined;
  } catch {
    return undefined;
  }
}

function allowed({ url, hosts }: DownloadRequest, address: string): URL {
  const { hostname, protocol } = new URL(url);
  const target = new URL(address);
  if (target.hostname !== hostname && !hosts.some((host) => target.hostname === host || target.hostname.endsWith(`.${host}`)))
    throw new OutboundError('address_blocked', `${hostname} redirects to ${target.hostname}, which is not listed`);
  // Anybody on the way could put another list in the place of the published one.
  if (protocol === 'https:' && target.protocol !== 'https:')
    throw new OutboundError('address_blocked', `${hostname} redirects to ${target.origin}, which is not encrypted`);
  return target;
}

function textOf({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

const named = <K extends string>(name: K, value: string | undefined) =>
  value === undefined ? {} : ({ [name]: value } as Record<K, string>);
