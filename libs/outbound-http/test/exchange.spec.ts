import { getEventListeners } from 'node:events';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { drip, gone, openClient, startHttp, startRaw, startSilent, startTcp, stopEverything } from './loopback.js';

const limits = { method: 'GET', deadlineMs: 30_000, maxBodyBytes: 1_000 } as const;

afterEach(stopEverything);

describe('an exchange', () => {
  it('sends exactly the given request and reports status, headers, body, times and peer', async () => {
    const server = await startHttp((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const seen = {
          method: request.method,
          url: request.url,
          raw: request.rawHeaders,
          body: Buffer.concat(chunks).toString('hex'),
        };
        response.writeHead(202, { 'x-reply': 'yes' }).end(JSON.stringify(seen));
      });
    });
    const body = Buffer.from('{"razón":"PEÑA & CÍA"}');
    const exchange = await openClient().exchange({
      ...limits,
      method: 'POST',
      url: `${server.origin}/a/b?c=d`,
      headers: { 'X-Service-Trigger-Id': 'trg_1', 'Accept-Encoding': 'br' },
      body,
    });

    expect(exchange).toMatchObject({
      status: 202,
      truncated: false,
      remoteAddress: '127.0.0.1',
      headers: { 'x-reply': 'yes' },
    });
    const { connectMs = Number.NaN, firstByteMs, totalMs } = exchange.timings;
    expect(connectMs).toBeLessThanOrEqual(firstByteMs);
    expect(firstByteMs).toBeLessThanOrEqual(totalMs);

    const seen = JSON.parse(exchange.body.toString());
    expect(seen).toMatchObject({ method: 'POST', url: '/a/b?c=d', body: body.toString('hex') });
    const names = seen.raw.filter((_: string, index: number) => index % 2 === 0);
    expect(names).toEqual(expect.arrayContaining(['user-agent', 'X-Service-Trigger-Id', 'Accept-Encoding', 'content-length']));
    expect(seen.raw).toEqual(expect.arrayContaining(['Vigia', 'br', String(body.length)]));
    expect(seen.raw).not.toContain('identity');
  });

  it('asks for no content encoding and decodes none', async () => {
    const packed = gzipSync('hello');
    const server = await startHttp((request, response) => {
      response
        .writeHead(200, {
          'content-encoding': 'gzip',
          'x-asked': request.headers['accept-encoding'],
        })
        .end(packed);
    });
    const { body, headers } = await openClient().exchange({ ...limits, url: server.origin });
    expect(body).toEqual(packed);
    expect(headers['x-asked']).toBe('identity');
  });

  it.each([301, 302, 303, 307, 308])('does not follow a %i', async (status) => {
    const inner = await startHttp((_request, response) => response.end('secret'));
    const server = await startHttp((_request, response) => response.writeHead(status, { location: inner.origin }).end());
    const exchange = await openClient().exchange({
      ...limits,
      method: 'POST',
      body: '{}',
      url: server.origin,
    });
    expect(exchange).toMatchObject({ status, headers: { location: inner.origin } });
    expect(inner.sockets).toHaveLength(0);
  });
});

describe('the deadline of an exchange', () => {
  const deadlineMs = 1_000;
  const hurried = { ...limits, deadlineMs };

  async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  }

  it.each([
    ['a server that never answers', startSilent],
    ['a drip in the headers', () => startRaw('HTTP/1.1 200 OK\r\nx-drip: ', (socket) => drip(socket, 'a'))],
    ['endless early hints', () => startRaw('', (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'))],
    ['a drip in the body', () => startRaw('HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n', (socket) => drip(socket, 'a'))],
  ])('ends %s, and closes the socket', async (_name, start) => {
    const server = await start();
    const client = openClient();
    const tookMs = await elapsedMs(() =>
      expect(client.exchange({ ...hurried, url: server.origin })).rejects.toMatchObject({
        kind: 'timeout',
      }),
    );
    expect(tookMs).toBeGreaterThanOrEqual(deadlineMs - 5);
    expect(tookMs).toBeLessThan(deadlineMs + 10_000);
    await gone(await waitUntil(() => server.sockets[0]));
  });

  it('keeps a success whose body still drips, if the caller reads within the deadline', async () => {
    const server = await startRaw('HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\nstart', (socket) => drip(socket, 'a'));
    const enough = 3_000;
    const exchange = await openClient().exchange({
      ...limits,
      deadlineMs: enough,
      url: server.origin,
      readBody: 'within-deadline',
    });
    expect(exchange).toMatchObject({ status: 200, truncated: true });
    expect(exchange.body.toString()).toMatch(/^starta+$/);
    expect(exchange.timings.totalMs).toBeGreaterThanOrEqual(enough - 5);
    expect(exchange.timings.firstByteMs).toBeLessThan(enough);
    await gone(server.sockets[0]);
  });

  it('fails on silence, even if the caller reads within the deadline', async () => {
    const server = await startSilent();
    await expect(openClient().exchange({ ...hurried, url: server.origin, readBody: 'within-deadline' })).rejects.toMatchObject({
      kind: 'timeout',
    });
  });

  it('covers a TLS handshake that never ends', async () => {
    const server = await startSilent();
    const client = openClient({ connectTimeoutMs: 30_000 });
    const tookMs = await elapsedMs(() =>
      expect(client.exchange({ ...hurried, url: `https://127.0.0.1:${server.port}/` })).rejects.toMatchObject({ kind: 'timeout' }),
    );
    expect(tookMs).toBeLessThan(15_000);
  });
});

describe('the body of a response', () => {
  it('may be exactly as large as the limit', async () => {
    const server = await startHttp((_request, response) => response.end('x'.repeat(1_000)));
    const { body, truncated } = await openClient().exchange({ ...limits, url: server.origin });
    expect(body).toHaveLength(1_000);
    expect(truncated).toBe(false);
  });

  it('above the limit is refused, or truncated if the caller reads within the deadline', async () => {
    const server = await startHttp((_request, response) => response.end('x'.repeat(1_001)));
    const client = openClient();
    await expect(client.exchange({ ...limits, url: server.origin })).rejects.toMatchObject({
      kind: 'body_too_large',
    });
    const exchange = await client.exchange({
      ...limits,
      url: server.origin,
      readBody: 'within-deadline',
    });
    expect(exchange.truncated).toBe(true);
    expect(exchange.body).toHaveLength(1_000);
  });

  it('that never ends is truncated at the limit, and the socket is closed', async () => {
    const server = await startHttp((_request, response) => {
      response.on('drain', flood);
      function flood() {
        while (response.write(Buffer.alloc(64 * 1024)));
      }
      flood();
    });
    const exchange = await openClient().exchange({
      ...limits,
      url: server.origin,
      readBody: 'within-deadline',
    });
    expect(exchange.body).toHaveLength(1_000);
    expect(exchange.timings.totalMs).toBeLessThan(20_000);
    await gone(server.sockets[0]);
  });

  it.each([
    ['with a length', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'],
    ['in chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
  ])('that is cut %s is an error, or kept as truncated if the caller reads within the deadline', async (_name, answer) => {
    const server = await startRaw(answer, (socket) => socket.end());
    const client = openClient();
    await expect(client.exchange({ ...limits, url: server.origin })).rejects.toMatchObject({
      kind: 'protocol',
    });
    const exchange = await client.exchange({
      ...limits,
      url: server.origin,
      readBody: 'within-deadline',
    });
    expect(exchange).toMatchObject({ status: 200, truncated: true });
    expect(exchange.body.toString()).toBe('half');
  });
});

describe('the signal of the caller', () => {
  it('aborts an exchange that waits', async () => {
    const server = await startTcp((socket) => socket.once('data', () => giveUp.abort()));
    const giveUp = new AbortController();
    await expect(openClient().exchange({ ...limits, url: server.origin, signal: giveUp.signal })).rejects.toMatchObject({
      kind: 'aborted',
    });
    await gone(server.sockets[0]);
  });

  it('prevents a request if it is aborted before', async () => {
    const received: Buffer[] = [];
    const server = await startTcp((socket) => socket.on('data', (chunk) => received.push(chunk)));
    const client = openClient();
    await expect(client.exchange({ ...limits, url: server.origin, signal: AbortSignal.abort() })).rejects.toMatchObject({
      kind: 'aborted',
    });
    await client.close();
    expect(received).toEqual([]);
  });

  it('has no listener left after the exchange', async () => {
    const server = await startHttp((_request, response) => response.end());
    const { signal } = new AbortController();
    await openClient().exchange({ ...limits, url: server.origin, signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
