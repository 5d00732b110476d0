import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@vigia/observability';
import fastify, { type FastifyInstance } from 'fastify';
import { type Cell, sendCsv } from '../src/quota/send-report.js';

describe('a file that grows as it is read', () => {
  let server: FastifyInstance;
  let pagesMade = 0;

  beforeAll(() => {
    const logger = createLogger('test', { level: 'silent' });
    async function* rows(): AsyncGenerator<Cell[][]> {
      for (const page of [[['linea']], [[1], [2]]]) {
        pagesMade += 1;
        yield page;
      }
    }
    server = fastify().get('/lines.csv', (_request, reply) => sendCsv(reply, logger, { name: 'lines', rows: rows() }));
  });

  afterAll(() => server?.close());

  it('is not made for a caller that wants its headers alone', async () => {
    const head = await server.inject({ method: 'HEAD', url: '/lines.csv' });
    expect([head.statusCode, head.body, pagesMade]).toEqual([200, '', 0]);
    const whole = await server.inject('/lines.csv');
    expect([whole.body, pagesMade]).toEqual(['\ufefflinea\r\n1\r\n2\r\n', 2]);
    for (const name of ['content-type', 'content-disposition', 'vary']) expect(head.headers[name]).toBe(whole.headers[name]);
  });
});
