import { once } from 'node:events';
import { createServer, STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Credential, Role } from '../../src/fuzz/credentials.js';
import { KnownValues } from '../../src/fuzz/known-values.js';
import { fuzz } from '../../src/fuzz/run-fuzz.js';
import type { World } from '../../src/fuzz/world.js';
import { deleteNote, readNote, writeNote } from './notes-document.js';

const own = '5b0f1f0c-1c1e-4a57-8d3e-7c9f6f1f2b22';
const foreign = '6b0f1f0c-1c1e-4a57-8d3e-7c9f6f1f2b33';
const quiet = () => undefined;

interface Asked {
  method: string;
  text: string;
  body: Record<string, unknown>;
  url: string;
  isClient: boolean;
}

interface Said {
  status: number;
  headers?: Record<string, string>;
  message?: unknown;
  body?: unknown;
}

const otherMethods = new Set(['OPTIONS', 'TRACE']);
const correlation = { 'x-correlation-id': own };
const refuse = (message: unknown = 'no', status = 400): Said => ({ status, message });

/** The bugs of the server: for each one the request that shows it, and the rule that it breaks. */
const bugs: { rule: string; where: RegExp; shows: (asked: Asked) => boolean; answer: Said }[] = [
  {
    rule: 'what must be refused was not',
    where: /, body$/,
    shows: ({ method }) => method === 'PATCH' || method === 'PUT',
    answer: { status: 200 },
  },
  { rule: 'no Allow with a 405', where: /, body$/, shows: ({ method }) => otherMethods.has(method), answer: refuse('no', 405) },
  { rule: 'what was deleted is still there', where: /^DELETE/, shows: ({ method }) => method === 'DELETE', answer: { status: 204 } },
  {
    rule: 'what must be refused was not',
    where: /^GET.*query$/,
    shows: ({ url }) => /[?&](?!limit)[^&]*=/.test(url),
    answer: { status: 200 },
  },
  { rule: 'something of another corporation was found', where: /^GET/, shows: ({ url }) => url.includes(foreign), answer: { status: 200 } },
  {
    rule: 'allowed to somebody who may not',
    where: /^GET/,
    shows: ({ url, isClient }) => url.includes(own) && !isClient,
    answer: { status: 200 },
  },
  {
    rule: 'a parameter that the document forbids was taken',
    where: /query\.limit$/,
    shows: ({ url }) => url.includes('limit=xx'),
    answer: { status: 200 },
  },
  { rule: 'an error of another shape', where: /query\.limit$/, shows: ({ url }) => url.includes('limit='), answer: refuse(['limit']) },
  {
    rule: 'a fault of the service',
    where: /body\.text$/,
    shows: ({ text }) => text.includes(String.raw`\u0000`),
    answer: refuse('broken', 500),
  },
  {
    rule: 'an undocumented status',
    where: /body\.tags\.0$/,
    shows: ({ text }) => text.includes('9'.repeat(41)),
    answer: refuse('no', 409),
  },
  {
    rule: 'another header than documented',
    where: /body\.text$/,
    shows: ({ body }) => body.text === '',
    answer: { status: 200, headers: {} },
  },
  {
    rule: 'a header that is not documented',
    where: /body\.text$/,
    shows: ({ body }) => body.text === '9'.repeat(41),
    answer: { status: 200, headers: { ...correlation, 'x-powered-by': 'coffee' } },
  },
  {
    rule: 'what was created cannot be found',
    where: /^POST/,
    shows: ({ body }) => body.day === '0000-01-01',
    answer: { status: 200 },
  },
  { rule: 'a link leads nowhere', where: /^POST/, shows: ({ body }) => body.day === '0000-01-01', answer: { status: 200 } },
  { rule: 'what must be refused was not', where: /body\.day$/, shows: ({ body }) => body.day === '0000-01-01', answer: { status: 200 } },
  {
    rule: 'a body that the document forbids was taken',
    where: /body\.sender$/,
    shows: ({ body }) => typeof body.sender === 'number',
    answer: { status: 200 },
  },
  {
    rule: 'another shape than documented',
    where: /body\.tags$/,
    shows: ({ body }) => Array.isArray(body.tags) && body.tags.length > 5,
    answer: { status: 200, body: {} },
  },
];

describe('the fuzzer against a server with planted bugs', () => {
  let server: Server;
  let log = '';
  /** How many requests are refused before the others are answered. */
  let busyFor = 0;

  beforeAll(async () => {
    server = createServer((request, response) => {
      void read(request).then((asked) => {
        if (busyFor > 0) {
          busyFor -= 1;
          log += '{"level":"error","msg":"request failed"}\n';
          response.writeHead(503, { 'retry-after': '0.3' }).end();
          return;
        }
        const {
          status,
          headers = correlation,
          message,
          body = { noteId: own, text: 'a' },
        } = bugs.find(({ shows }) => shows(asked))?.answer ?? refuse();
        const said = message === undefined ? body : { statusCode: status, error: STATUS_CODES[status], message };
        if (status === 500) log += `{"level":"error","msg":"failed","parameters":${asked.text}}\n`;
        if (status === 204) response.writeHead(status, headers).end();
        else response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(said));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterAll(() => void server?.close());

  const world = (): World => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const known = new KnownValues();
    known.give('own', 'noteId', own);
    known.give('other', 'noteId', foreign);
    const credential = (name: string): Credential => {
      const role: Role = name.startsWith('token') ? 'client' : 'nobody';
      return { name, role, owner: name === 'token of the other' ? 'other' : 'own', headers: { authorization: role } };
    };
    const services = [{ name: 'notes', output: () => log }];
    const otherThan = (owner: string | undefined) => (owner === 'own' ? 'other' : 'own');
    return {
      url,
      operations: [writeNote, readNote, deleteNote],
      known,
      credential,
      administratorOf: () => credential('token'),
      otherThan,
      services,
      mend: async () => undefined,
      stop: async () => undefined,
    };
  };

  it.each([1, 2])('finds each bug with seed %i at the right place, and its traces in the log', async (seed) => {
    const { findings } = await fuzz(world(), { seed, requests: 300, say: quiet });
    for (const { rule, where } of bugs)
      expect(findings).toContainEqual(
        expect.objectContaining({ rule, where: expect.stringMatching(where), request: expect.stringContaining('curl') }),
      );
    expect(findings.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['the log holds what was sent', 'a service logged an error', 'a fault is kept as the answer of a key']),
    );
  });

  it('reduces a failing request to its smallest form', async () => {
    const { findings } = await fuzz(world(), { seed: 4, requests: 200, shrinkMs: 60_000, say: quiet });
    const fault = findings.find(({ rule, where }) => rule === 'a fault of the service' && where.endsWith('body.text'));
    expect(fault?.request).toMatch(/"text":"canario.{0,2}\\u0000"/);
    expect(fault?.request).not.toMatch(/sender|tags|idempotency/i);
  });

  it('waits and asks again when a busy server asks for it, and holds neither the answer nor its line in the log against it', async () => {
    busyFor = 1;
    const { findings } = await fuzz(world(), { seed: 1, requests: 5, asksAgain: true, shrinkMs: 1, say: quiet });
    expect(findings.filter(({ seen }) => seen.includes('503') || seen.includes('request failed'))).toEqual([]);
    expect(log).toContain('request failed');
  });
});

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return {
    method: request.method ?? '',
    text,
    body: parse(text),
    url: request.url ?? '',
    isClient: request.headers.authorization === 'client',
  };
}

function parse(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}
