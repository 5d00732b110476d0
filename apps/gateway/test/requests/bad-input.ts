import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Exchange } from './exchange.js';

export interface BadInput {
  id: string;
  group: string;
  name: string;
  versions?: string[];
  method?: string;
  path?: string;
  auth?: string;
  headers?: Record<string, string>;
  body?: Record<string, unknown>;
  rawBody?: string;
  chunked?: boolean;
  gzip?: boolean;
  raw?: string;
  fin?: boolean;
  expect: number | number[] | 'close-or-4xx';
  messageContains?: string;
}

export function readBadInput(): BadInput[] {
  const text = readFileSync(new URL('../fixtures/bad-input.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { cases: BadInput[] }).cases;
}

/** One case per version of the interface that it concerns, with everything written out. */
export function writtenOut(given: BadInput): BadInput[] {
  const { versions = [''], taxIdsGen, ...body } = { versions: given.versions, ...given.body } as { versions?: string[]; taxIdsGen?: number };
  const listed = taxIdsGen === undefined ? body : { ...body, taxIds: Array.from({ length: taxIdsGen }, (_, i) => String(99990000 + i)) };
  return versions.map((version) => ({
    ...(JSON.parse(JSON.stringify(given), (_, value) => (typeof value === 'string' ? fill(value, version) : value)) as BadInput),
    ...(given.body && { body: JSON.parse(fill(JSON.stringify(listed), version)) }),
    id: `${given.id} ${version}`.trim(),
  }));
}

function fill(text: string, version: string): string {
  return text
    .replace('{version}', version)
    .replace(/\{\{(.*?)\*([0-9]+)\}\}/gs, (_, part: string, times: string) => part.repeat(Number(times)));
}

export function exchangeOf({ method, path = '/', headers, body, rawBody, chunked, gzip }: BadInput): Exchange {
  const text = body ? JSON.stringify(body) : rawBody;
  return {
    path,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(method && { method }),
    ...(text !== undefined && { body: gzip ? gzipSync(text) : text }),
    ...(chunked && { chunked }),
  };
}

/** The path whose existence decides whether a case makes sense. */
export function pathOf({ path, raw }: BadInput): string {
  return (path ?? /^[A-Z]+ (.*?)(?: HTTP\/|\r\n)/.exec(raw ?? '')?.[1] ?? '').split('?', 1)[0] as string;
}
