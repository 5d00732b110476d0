import { request as openRequest } from 'node:http';
import type { Operation } from './operations.js';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A request as drawn: its values still have names, so that one of them can be changed. */
export interface Draft {
  path: Record<string, string>;
  query: [name: string, value: string][];
  header: Record<string, string>;
  body: Json | undefined;
  /** Replaces the body, if the text itself is wrong. */
  text?: string | Buffer;
  /** Replaces the method of the operation. */
  method?: string;
}

/** A request as sent. */
export interface Request {
  method: string;
  target: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

export interface Answer {
  status: number;
  contentType: string;
  headers: Record<string, string | undefined>;
  text: string;
  elapsedMs: number;
  /** After how many seconds the answer asks for a retry. */
  retryAfter?: number;
}

/** Marks text that is already encoded and must not change. */
const asItIs = '\u{e000}';
export const encodedAlready = (text: string): string => `${asItIs}${text}`;
export const isEncodedAlready = (text: string): boolean => text.startsWith(asItIs);

export function requestOf({ method, path }: Operation, draft: Draft, credential: Record<string, string>): Request {
  const target = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encode(draft.path[name] ?? ''));
  const query = draft.query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  const body = draft.text ?? (draft.body === undefined ? undefined : JSON.stringify(draft.body));
  return {
    method: draft.method ?? method,
    target: query === '' ? target : `${target}?${query}`,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...credential, ...draft.header },
    body,
  };
}

/** Percent-encodes any text, including halves of a surrogate pair: three bytes each, which decoders must refuse. */
function encode(text: string): string {
  if (isEncodedAlready(text)) return text.slice(asItIs.length);
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) as number;
    if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(character);
    return `%${(0xe0 | (code >> 12)).toString(16)}%${(0x80 | ((code >> 6) & 0x3f)).toString(16)}%${(0x80 | (code & 0x3f)).toString(16)}`;
  }).join('');
}

/** Sends what well-behaved clients refuse to send. If no answer comes, returns the reason. */
export function send(baseUrl: string, { method, target, headers, body }: Request, impatienceMs: number): Promise<Answer> {
  const { hostname, port } = new URL(baseUrl);
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const elapsedMs = () => performance.now() - startedAt;
    const noAnswer = ({ message }: Error) => resolve({ status: 0, contentType: '', headers: {}, text: message, elapsedMs: elapsedMs() });
    const sending = openRequest({ hostname, port, method, path: target, headers: { ...headers, ...length }, timeout: impatienceMs });
    sending.on('timeout', () => sending.destroy(new Error(`no answer in ${impatienceMs} ms`)));
    sending.on('error', noAnswer);
    sending.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', noAnswer);
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          contentType: response.headers['content-type'] ?? '',
          headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
          text: Buffer.concat(chunks).toString('utf8'),
          elapsedMs: elapsedMs(),
          ...('retry-after' in response.headers && { retryAfter: Number(response.headers['retry-after']) }),
        });
      });
    });
    sending.end(body);
  });
}

const ofThisRun = new Set(['authorization', 'cookie', 'origin']);

/** For a shell, without the credential, because no credential outlives its run. */
export function asCurl({ method, target, headers, body }: Request): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const shown = Object.entries(headers).filter(([name]) => !ofThisRun.has(name));
  const head = shown.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const data = body === undefined ? [] : [`--data-binary ${quoted(shortened(body))}`];
  return ['curl -sS --path-as-is', `-X ${method}`, `"$BASE"${quoted(target)}`, ...head, ...data].join(' ');
}

function shortened(body: string | Buffer): string {
  const text = body.toString();
  return text.length > 1_500 ? `${text.slice(0, 700)}…${text.length - 800} more…${text.slice(-100)}` : text;
}
