import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { boundUnreadAnswers } from '../src/limits/unread-answers.js';

const mebibyte = 1024 * 1024;
/** More than the operating system takes of an answer that nobody reads. */
const largeBytes = 12 * mebibyte;
const ofContent = { etag: '"1"', 'content-disposition': 'attachment; filename="1.json"', 'x-body-sha256': '0a' };

describe('an answer that its client does not read', () => {
  let server: FastifyInstance;
  let made = 0;

  beforeAll(async () => {
    server = fastify();
    server.addHook('onRequest', (request, _reply, done) => {
      const corporationId = request.headers['x-corporation'];
      if (corporationId) request.caller = { corporationId } as typeof request.caller;
      done();
    });
    boundUnreadAnswers(server);
    const large = 'x'.repeat(largeBytes);
    const answer = (text = large) => {
      made += 1;
      return text;
    };
    server.get('/large', async (_request, reply) => reply.headers({ ...ofContent, 'cache-control': 'private, no-cache' }).send(answer()));
    server.get('/piece', () => answer('x'.repeat(mebibyte)));
    server.get('/whole', () => answer('x'.repeat(16 * mebibyte)));
    server.get('/small', () => 'x'.repeat(16 * 1024));
    server.post('/large', () => answer());
    await server.listen({ port: 0, host: '127.0.0.1' });
  });

  afterAll(() => server?.close());

  const head = (path: string, corporation: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Corporation: ${corporation}\r\n\r\n`;
  async function open() {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1').pause();
    await once(socket, 'connect');
    return socket;
  }
  async function stall(corporation: string) {
    const before = made;
    const socket = await open();
    socket.write(head('/large', corporation));
    await waitUntil(() => made > before, { what: 'the answer is made' });
    return socket;
  }
  const ask = (corporation: string | undefined, path = '/large', method: 'GET' | 'POST' = 'GET') =>
    server.inject({ method, url: path, headers: corporation ? { 'x-corporation': corporation } : {} });

  it('counts until it is read, and further ones are refused to its corporation alone', async () => {
    const stalled = [await stall('a'), await stall('a')];
    const refused = await ask('a');
    expect([refused.statusCode, refused.headers['cache-control']]).toEqual([429, 'no-store']);
    expect(Object.keys(refused.headers).filter((name) => name in ofContent)).toEqual([]);
    const others = [ask('a', '/small'), ask('a', '/large', 'POST'), ask('b'), ask(undefined)];
    expect((await Promise.all(others)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    stalled[0]!.resume();
    expect(await waitUntil(async () => (await ask('a')).statusCode === 200, { what: 'one was read' })).toBe(true);
    for (const socket of stalled) socket.destroy();
  });

  it('is no longer counted when its connection closes, even if it waits there for the answers before it', async () => {
    const before = made;
    const socket = await open();
    const heads = ['/large', '/piece', '/piece', '/piece', '/whole'].map((path) => head(path, 'c'));
    socket.write(heads.join(''));
    await waitUntil(() => made === before + heads.length, { what: 'every answer is made' });
    expect((await ask('c')).statusCode).toBe(429);
    socket.destroy();
    expect(await waitUntil(async () => (await ask('c')).statusCode === 200, { what: 'none is counted' })).toBe(true);
  });
});
