import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { afterEach, describe, expect, it } from '@jest/globals';
import { selfSigned } from '@vigia/testing';
import { connectFailure } from '../src/outbound-error.js';
import { OutboundError } from '../src/index.js';
import { gone, guardOfAddresses, listen, openClient, startHttp, startRaw, startSilent, startTcp, stopEverything } from './loopback.js';

const limits = { method: 'GET', deadlineMs: 20_000, maxBodyBytes: 1_000 } as const;

afterEach(stopEverything);

async function failureOf(url: string, extra: object = {}, connectTimeoutMs = 10_000): Promise<OutboundError> {
  const outcome = await openClient({ connectTimeoutMs })
    .exchange({ ...limits, url, ...extra })
    .catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(OutboundError);
  return outcome as OutboundError;
}

describe('the kind of a failure', () => {
  it('is dns for a name that does not exist', async () => {
    expect(await failureOf('http://nonexistent.invalid/')).toMatchObject({ kind: 'dns' });
  });

  it('is dns for a resolver that fails, also with https', async () => {
    const lookup = async () => Promise.reject(new Error('resolver is down'));
    const client = openClient({ guard: guardOfAddresses({ lookup }) });
    await expect(client.exchange({ ...limits, url: 'https://hooks.receiver.example/' })).rejects.toMatchObject({ kind: 'dns' });
  });

  it('is connect if nothing listens', async () => {
    const server = await startSilent();
    await stopEverything();
    expect(await failureOf(server.origin)).toMatchObject({ kind: 'connect', code: 'ECONNREFUSED' });
    expect(await failureOf(`https://127.0.0.1:${server.port}/`)).toMatchObject({
      kind: 'connect',
      code: 'ECONNREFUSED',
    });
  });

  it('is connect for a handshake that takes too long', async () => {
    const server = await startSilent();
    expect(await failureOf(`https://127.0.0.1:${server.port}/`, {}, 400)).toMatchObject({
      kind: 'connect',
      code: 'UND_ERR_CONNECT_TIMEOUT',
    });
  });

  it('is connect if every address of a name refuses', () => {
    const all = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' });
    expect(connectFailure(all, 'https:', 'hooks.receiver.example')).toMatchObject({
      kind: 'connect',
      code: 'ECONNREFUSED',
    });
  });

  it.each([
    ['a self-signed certificate', {}, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['a protocol older than TLS 1.2', { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }, 'ERR_SSL'],
  ] satisfies [string, TlsOptions, string][])('is tls for %s', async (_name, options, code) => {
    const requests: Buffer[] = [];
    const tls = createTlsServer({ ...(await selfSigned()), ...options }, (socket) => socket.on('data', (data) => requests.push(data)));
    const server = await listen(tls.on('tlsClientError', () => undefined));
    const failure = await failureOf(`https://127.0.0.1:${server.port}/`, {
      headers: { authorization: 'Bearer canary' },
    });
    expect(failure).toMatchObject({ kind: 'tls', code: expect.stringContaining(code) });
    expect(requests).toEqual([]);
  });

  it('is tls for a server that does not speak TLS', async () => {
    const server = await startRaw('HTTP/1.1 400 Bad Request\r\n\r\n');
    expect(await failureOf(`https://127.0.0.1:${server.port}/`)).toMatchObject({ kind: 'tls' });
  });

  it.each([
    ['a reset', () => startTcp((socket) => socket.once('data', () => socket.resetAndDestroy()))],
    ['a close without an answer', () => startTcp((socket) => socket.once('data', () => socket.end()))],
    ['no HTTP', () => startRaw('220 mail ready\r\n')],
    ['an unrequested upgrade', () => startRaw('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n')],
    ['headers over 16 KiB', () => startRaw(`HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(17 * 1024)}\r\n\r\n`)],
  ])('is protocol for %s', async (_name, start) => {
    expect(await failureOf((await start()).origin)).toMatchObject({ kind: 'protocol' });
  });

  it('does not arise from headers up to the limit', async () => {
    const server = await startHttp((_request, response) => response.setHeader('x-long', 'a'.repeat(15 * 1024)).end());
    expect(await openClient().exchange({ ...limits, url: server.origin })).toMatchObject({
      status: 200,
    });
  });

  it('is protocol for a malformed URL or request', async () => {
    for (const url of ['nonsense', 'ftp://a.example/', 'http://user:pass@a.example/']) {
      expect(await failureOf(url)).toMatchObject({ kind: 'protocol' });
    }
    expect(await failureOf('http://127.0.0.1:9/', { headers: { 'x-a': 'one\r\nx-b: two' } })).toMatchObject({ kind: 'protocol' });
  });
});

describe('the remote address of a failure', () => {
  const reached = { remoteAddress: '127.0.0.1' };

  it('is known after the caller aborts', async () => {
    const giveUp = new AbortController();
    const server = await startTcp((socket) => socket.once('data', () => giveUp.abort()));
    expect(await failureOf(server.origin, { signal: giveUp.signal })).toMatchObject({ kind: 'aborted', ...reached });
  });

  it.each([
    ['resets', {}, () => startTcp((socket) => socket.once('data', () => socket.resetAndDestroy()))],
    ['cuts its answer', {}, () => startRaw('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', (socket) => socket.end())],
    ['answers too much', { maxBodyBytes: 1 }, () => startHttp((_request, response) => response.end('four'))],
  ])('is known for a server that %s', async (_name, extra, start) => {
    expect(await failureOf((await start()).origin, extra)).toMatchObject(reached);
  });

  it('is absent without a connection, even if an earlier one succeeded', async () => {
    const server = await startHttp((_request, response) => response.setHeader('connection', 'close').end());
    const client = openClient({ connectionsPerHost: 1 });
    const request = { ...limits, url: server.origin };
    expect(await client.exchange(request)).toMatchObject(reached);
    await gone(server.sockets[0]);
    await server.close();
    const failure = await client.exchange(request).catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'connect' });
    expect(failure).not.toHaveProperty('remoteAddress');
    expect(await failureOf('http://nonexistent.invalid/')).not.toHaveProperty('remoteAddress');
  });
});

describe('the text of a failure', () => {
  it.each([
    ['refused', 'http://127.0.0.1:9/canary?key=canary'],
    ['unparsable', 'http://canary:canary@[::/?key=canary'],
    ['with credentials', 'http://canary:canary@127.0.0.1:9/?key=canary'],
  ])('has no secret of a URL that is %s', async (_name, url) => {
    const failure = await failureOf(url, { headers: { authorization: 'Bearer canary' } });
    expect(everythingIn(failure)).not.toContain('canary');
  });

  it('has no secret of headers and body, when the request or the response is malformed', async () => {
    const server = await startRaw('HTTP/1.1 200 OK\r\nset-cookie: canary\r\nbroken header canary\r\n\r\n');
    const extra = { method: 'POST', body: 'canary', headers: { authorization: 'Bearer canary' } };
    expect(everythingIn(await failureOf(server.origin, extra))).not.toContain('canary');
    expect(everythingIn(await failureOf(server.origin, { headers: { 'x-key': 'canary\n' } }))).not.toContain('canary');
  });

  function everythingIn(error: Error): string {
    const parts = Object.getOwnPropertyNames(error).map((name) => JSON.stringify(Reflect.get(error, name)));
    expect(error.cause).toBeUndefined();
    return parts.join(' ');
  }
});
