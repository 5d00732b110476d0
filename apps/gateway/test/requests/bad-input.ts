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
  headers?: Record<string, string | string[]>;
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

/** One case per version of the interface that it concerns, with all fields filled in. */
export function writtenOut(given: BadInput): BadInput[] {
  return (given.versions ?? ['']).map((version) => {
    const fill = (_: string, value: unknown) => (typeof value === 'string' ? filled(value, version) : value);
    return { ...(JSON.parse(JSON.stringify(given), fill) as BadInput), id: `${given.id} ${version}`.trim() };
  });
}

function filled(text: string, version: string): string | string[] {
  const [, documents] = /^\{\{documents\*([0-9]+)\}\}$/.exec(text) ?? [];
  if (documents) return Array.from({ length: Number(documents) }, (_, i) => String(99990000 + i));
  return text
    .replace('{version}', version)
    .replace(/\{\{(.*?)\*([0-9]+)\}\}/gs, (_, part: string, times: string) => part.repeat(Number(times)));
}

export function exchangeOf({ method = 'GET', path = '/', headers, body, rawBody, chunked = false, gzip }: BadInput): Exchange {
  const text = body ? JSON.stringify(body) : rawBody;
  const given = { method, path, chunked, headers: headers ?? (text === undefined ? {} : { 'content-type': 'application/json' }) };
  return text === undefined ? given : { ...given, body: gzip ? gzipSync(text) : text };
}

/** The path whose existence decides whether a case makes sense. */
export function pathOf({ path, raw }: BadInput): string {
  return (path ?? /^[A-Z]+ (.*?)(?: HTTP\/|\r\n)/.exec(raw ?? '')?.[1] ?? '').split('?', 1)[0] as string;
}
