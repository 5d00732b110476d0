import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, it } from '@jest/globals';
import { selfSigned } from '@vigia/testing';
import { guardOfAddresses, listen, openClient, startHttp, startTcp, stopEverything } from './loopback.js';

const limits = { method: 'GET', deadlineMs: 20_000, maxBodyBytes: 100 } as const;
/** Nothing listens there: the proxy stands for the network behind it. */
const receiver = '198.51.100.7';
const lookup = async (hostname: string) => [hostname === 'inside.example' ? '10.0.0.1' : receiver];
const allowCidrs = [`${receiver}/32`];

afterEach(stopEverything);

/** Nothing answers there, either. */
const dead = '198.51.100.8';

/** Forwards bytes to a port of this machine, and records the requests. */
async function startProxy() {
  const asked: { target: string | undefined; authorization: string | undefined }[] = [];
  const server = createServer((_request, response) => response.writeHead(400).end());
  server.on('connect', ({ url, headers }, client: Socket) => {
    asked.push({ target: url, authorization: headers['proxy-authorization'] });
    const [address, port] = (url ?? '').split(':');
    if (address === dead) return void client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const target = connect(Number(port), '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
    target.on('error', () => client.destroy());
    client.on('error', () => target.destroy());
    target.pipe(client).pipe(target);
  });
  return { ...(await listen(server)), asked };
}

describe('a proxy', () => {
  it('gets an address that the guard has checked, carries the exchange, and is not taken for its peer', async () => {
    const [proxy, server] = [await startProxy(), await startHttp((_request, response) => response.end('reached'))];
    const proxyUrl = proxy.origin.replace('http://', 'http://user:p%40ss@');
    const client = openClient({ proxyUrl, guard: guardOfAddresses({ allowCidrs, lookup }) });
    const { status, body, remoteAddress } = await client.exchange({ ...limits, url: `http://hooks.example:${server.port}/` });
    expect([status, body.toString(), remoteAddress]).toEqual([200, 'reached', receiver]);
    const authorization = `Basic ${Buffer.from('user:p@ss').toString('base64')}`;
    expect(proxy.asked).toEqual([{ target: `${receiver}:${server.port}`, authorization }]);
  });

  it('is asked for the next address of a name if it does not reach the first', async () => {
    const [proxy, server] = [await startProxy(), await startHttp((_request, response) => response.end('reached'))];
    const guard = guardOfAddresses({ allowCidrs: [...allowCidrs, `${dead}/32`], lookup: async () => [dead, receiver] });
    const { remoteAddress } = await openClient({ proxyUrl: proxy.origin, guard }).exchange({
      ...limits,
      url: `http://hooks.example:${server.port}/`,
    });
    expect(remoteAddress).toBe(receiver);
    expect(proxy.asked.map(({ target }) => target)).toEqual([`${dead}:${server.port}`, `${receiver}:${server.port}`]);
  });

  it('gets no request for an address that the guard refuses', async () => {
    const proxy = await startProxy();
    const client = openClient({ proxyUrl: proxy.origin, guard: guardOfAddresses({ lookup }) });
    for (const url of ['http://inside.example/', 'http://hooks.example/', 'http://127.0.0.1/']) {
      await expect(client.exchange({ ...limits, url })).rejects.toMatchObject({ kind: 'address_blocked' });
    }
    expect(proxy.asked).toEqual([]);
  });

  it('tunnels TLS, and the certificate is verified against the name', async () => {
    const proxy = await startProxy();
    const names: (string | false)[] = [];
    const options = await selfSigned();
    const tls = await listen(
      createTlsServer({ ...options, SNICallback: (name, done) => (names.push(name), done(null)) }).on('tlsClientError', () => undefined),
    );
    const client = openClient({ proxyUrl: proxy.origin, guard: guardOfAddresses({ allowCidrs, lookup }) });
    const failure = client.exchange({ ...limits, url: `https://hooks.example:${tls.port}/` });
    await expect(failure).rejects.toMatchObject({ kind: 'tls', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(names).toEqual(['hooks.example']);
  });

  it.each([
    ['refuses', () => startHttp((_request, response) => response.end()).then(({ origin }) => origin)],
    ['is not there', async () => 'http://127.0.0.1:9'],
    ['says nothing', () => startTcp((socket) => socket.resume()).then(({ origin }) => origin)],
  ])('that %s causes a failure of the kind connect', async (_name, start) => {
    const client = openClient({ proxyUrl: await start(), connectTimeoutMs: 300 });
    await expect(client.exchange({ ...limits, url: 'http://127.0.0.1:9/' })).rejects.toMatchObject({
      kind: 'connect',
      message: expect.stringContaining('the proxy'),
    });
  });
});
