import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { VigiaError } from '@vigia/contracts';
import { createLogger } from '@vigia/observability';
import { once } from 'node:events';
import { request } from 'node:http';
import fastify, { type FastifyInstance } from 'fastify';
import type { Cell } from '../src/csv/cell.js';
import { sendCsv } from '../src/csv/send-csv.js';

describe('a CSV file that is streamed page by page', () => {
  let server: FastifyInstance;
  let pagesMade: number;
  let timesAsked: number;
  let hasRight: boolean;
  let texts: string[];
  let leftEarly = 0;
  let reached: () => void;
  /** The pages after the first wait for it. */
  let next: Promise<void> | undefined;

  beforeAll(() => {
    const logger = createLogger('test', { level: 'silent' });
    async function* pages(): AsyncGenerator<number[]> {
      for (const page of [[1, 2], [3], [4]]) {
        pagesMade += 1;
        yield page;
        await next;
      }
    }
    async function* rows(given: AsyncIterable<number[]>): AsyncGenerator<Cell[][]> {
      yield [['linea']];
      for await (const page of given) yield page.map((line) => [line]);
    }
    server = fastify()
      .decorateRequest('refuseWithoutRight', async () => {
        timesAsked += 1;
        if (!hasRight) throw VigiaError.of('credentials_disabled');
      })
      .get('/lines.csv', (_request, reply) => sendCsv(reply, logger, { name: 'lines', pages: pages(), rows }))
      .get('/texts.csv', (_request, reply) => {
        async function* cells(): AsyncGenerator<Cell[][]> {
          yield texts.map((text) => [text]);
        }
        return sendCsv(reply, logger, { name: 'texts', pages: pages(), rows: cells });
      })
      .get('/left.csv', async (_request, reply) => {
        reached();
        await once(reply.raw, 'close');
        sendCsv(reply, logger, { name: 'lines', pages: pages(), rows });
        leftEarly += 1;
      });
  });

  beforeEach(() => {
    [pagesMade, timesAsked, hasRight, next] = [0, 0, true, undefined];
  });

  afterAll(() => server?.close());

  it('is not made for a HEAD request, which gets the same headers', async () => {
    const head = await server.inject({ method: 'HEAD', url: '/lines.csv' });
    expect([head.statusCode, head.body, pagesMade]).toEqual([200, '', 0]);
    const whole = await server.inject('/lines.csv');
    expect([whole.body, pagesMade]).toEqual(['\ufefflinea\r\n1\r\n2\r\n3\r\n4\r\n', 3]);
    for (const name of ['content-type', 'content-disposition', 'vary']) expect(head.headers[name]).toBe(whole.headers[name]);
  });

  it.each([
    ['a number', '0012'],
    ['a number with an exponent', '12e5'],
    ['a day', '2026-03-02'],
    ['a day with slashes', '3/4'],
    ['a time', '10:30'],
  ])('has an apostrophe before a text that a spreadsheet would turn into something else: %s', async (_what, text) => {
    texts = [text];
    expect((await server.inject('/texts.csv')).body).toBe(`\ufeff'${text}\r\n`);
  });

  it.each([
    ['with a sign', '+51 999', `'+51 999`],
    ['with a minus', '-2+3', `'-2+3`],
    ['after a blank', ' =1+1', `' =1+1`],
    ['after a comma', 'a,=1+1', `"a,'=1+1"`],
    ['on a new line', 'a\n=1+1', `"a\n'=1+1"`],
  ])('has an apostrophe before what a spreadsheet would run as a formula: %s', async (_where, text, cell) => {
    texts = [text];
    expect((await server.inject('/texts.csv')).body).toBe(`\ufeff${cell}\r\n`);
  });

  it('has no apostrophe before a text that merely contains a day or a time', async () => {
    texts = ['carga 2026-03-02', '2026-03-02-b', '10:30 en Lima', '5f0c2a1e-8d0b-4a52-9d0e-2f6c1b7a9e10'];
    expect((await server.inject('/texts.csv')).body).toBe(`\ufeff${texts.join('\r\n')}\r\n`);
  });

  it('checks the right of its caller before each page after the first, and breaks off if it has ended', async () => {
    await server.inject('/lines.csv');
    expect([pagesMade, timesAsked]).toEqual([3, 2]);
    [pagesMade, timesAsked, hasRight] = [0, 0, false];
    await expect(server.inject('/lines.csv')).rejects.toThrow('response destroyed');
    expect([pagesMade, timesAsked]).toEqual([2, 1]);
  });

  it('is refused while ten files of the corporation are open, and sent once one of them has ended', async () => {
    let goOn: () => void = () => undefined;
    next = new Promise((resolve) => (goOn = resolve));
    const reading = Promise.all(Array.from({ length: 10 }, () => server.inject('/lines.csv')));
    while (pagesMade < 10) await new Promise(setImmediate);
    expect((await server.inject('/lines.csv')).statusCode).toBe(429);
    expect((await server.inject({ method: 'HEAD', url: '/lines.csv' })).statusCode).toBe(200);
    goOn();
    expect((await reading).every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect((await server.inject('/lines.csv')).statusCode).toBe(200);
  });

  it('does not count for ever if its client has left before the first page', async () => {
    const url = await server.listen({ port: 0 });
    for (let left = 1; left <= 10; left += 1) {
      const isReached = new Promise<void>((resolve) => (reached = resolve));
      const leaving = request(`${url}/left.csv`).on('error', () => undefined);
      leaving.end();
      await isReached;
      leaving.destroy();
      while (leftEarly < left) await new Promise(setImmediate);
    }
    expect((await server.inject('/lines.csv')).statusCode).toBe(200);
  });
});
