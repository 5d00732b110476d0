import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { buildConnector } from 'undici';
import { guardAddresses, openConnector } from '../src/connector.js';
import { gone, guardOfAddresses, openClient, startHttp, stopEverything } from './loopback.js';

interface Cases {
  urls: { name: string; host: string | null; url: string }[];
  answers: { name: string; addresses: string[]; kind: string; why: string }[];
}
const cases = JSON.parse(readFileSync(new URL('./fixtures/addresses.json', import.meta.url), 'utf8')) as Cases;
const literals = cases.urls.filter(({ host }) => host !== null && /^(\[.*\]|[\d.]+)$/.test(host));
const limits = { method: 'GET', deadlineMs: 20_000, maxBodyBytes: 100 } as const;

afterEach(stopEverything);

function dialled(connector: buildConnector.connector, hostname: string, port: number) {
  return new Promise((resolve) => {
    connector({ hostname, host: hostname, protocol: 'http:', port: String(port) }, (error, socket) => resolve(error ?? socket));
  });
}

describe('the guard of addresses', () => {
  it.each(cases.answers)('refuses: $name ($why)', async ({ addresses, kind }) => {
    const server = await startHttp((_request, response) => response.end());
    const client = openClient({ guard: guardOfAddresses({ lookup: async () => addresses }) });
    const url = `http://hooks.receiver.example:${server.port}/h`;
    await expect(client.exchange({ ...limits, url })).rejects.toMatchObject({
      name: 'OutboundError',
      kind,
    });
    expect(server.sockets).toHaveLength(0);
  });

  it.each(literals)('refuses the literal $host in the connector, without a lookup ($name)', async ({ host }) => {
    const server = await startHttp((_request, response) => response.end());
    const hostname = (host ?? '').replace(/^\[|\]$/g, '');
    const failure = await dialled(openConnector(1_000, guardOfAddresses()), hostname, server.port);
    expect(failure).toMatchObject({ kind: 'address_blocked' });
    expect(server.sockets).toHaveLength(0);
  });

  it('checks the URL at each call', async () => {
    const server = await startHttp((_request, response) => response.end());
    const client = openClient({ guard: guardOfAddresses() });
    for (const url of [server.origin, `http://localhost:${server.port}/`, `http://2130706433:${server.port}/`, 'ftp://a.example/']) {
      await expect(client.exchange({ ...limits, url })).rejects.toMatchObject({
        kind: 'address_blocked',
      });
    }
    expect(server.sockets).toHaveLength(0);
  });

  it('resolves once per connection and connects to that answer (no DNS rebinding)', async () => {
    const server = await startHttp((_request, response) => response.setHeader('connection', 'close').end('first'));
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const asked: string[] = [];
    const lookup = async (hostname: string) => {
      asked.push(hostname);
      return answers[asked.length - 1] ?? [];
    };
    const client = openClient({
      guard: guardOfAddresses({ allowCidrs: ['127.0.0.1/32'], lookup }),
    });
    const request = { ...limits, url: `http://hooks.receiver.example:${server.port}/` };

    const first = await client.exchange(request);
    expect(first).toMatchObject({ status: 200, remoteAddress: '127.0.0.1' });
    expect(asked).toEqual(['hooks.receiver.example']);

    await expect(client.exchange(request)).rejects.toMatchObject({ kind: 'address_blocked' });
    expect(asked).toHaveLength(2);
    expect(server.sockets).toHaveLength(1);
  });

  it('drops a connection to another address than the requested one', async () => {
    const server = await startHttp((_request, response) => response.end());
    const elsewhere: buildConnector.connector = (_target, done) => {
      const socket = connect(server.port, '127.0.0.1', () => done(null, socket));
    };
    const failure = await dialled(guardAddresses(elsewhere, guardOfAddresses()), 'hooks.receiver.example', server.port);
    expect(failure).toMatchObject({ kind: 'address_blocked' });
    await gone(server.sockets[0]);
  });

  it('lets the exceptions of the operator through, by literal and by name', async () => {
    const server = await startHttp((_request, response) => response.end('reached'));
    const client = openClient({
      guard: guardOfAddresses({ allowCidrs: ['127.0.0.0/8'], lookup: async () => ['127.0.0.1'] }),
    });
    for (const host of ['127.0.0.1', 'receiver.internal']) {
      const { body } = await client.exchange({ ...limits, url: `http://${host}:${server.port}/` });
      expect(body.toString()).toBe('reached');
    }
  });

  it('is off for a client that is opened without it', async () => {
    const server = await startHttp((_request, response) => response.end('reached'));
    expect((await openClient().exchange({ ...limits, url: server.origin })).body.toString()).toBe('reached');
  });
});
