import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { connectTo } from '../src/datastore/redis-connection.js';
import { parseBrokerUrl, shownAddress, type RedisAddress } from '../src/domain/broker-url.js';

/** The first byte that a server at this address gets. Without TLS it would begin a command, and the first command shows the password. */
async function firstByteAt(url: (port: number) => string): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connectTo(parseBrokerUrl(url((server.address() as AddressInfo).port)) as RedisAddress, null).on('error', () => {});
  const [socket] = await accepted;
  try {
    return ((await once(socket, 'data')) as [Buffer])[0][0]!;
  } finally {
    client.disconnect();
    socket.destroy();
    server.close();
  }
}

describe('the URL of a broker', () => {
  it('names one Redis or a database', () => {
    expect(parseBrokerUrl('rediss://:p@h:6380/2')).toEqual({ kind: 'single', url: 'rediss://:p@h:6380/2' });
    expect(parseBrokerUrl('postgresql://u:p@h/vigia')).toEqual({ kind: 'postgres' });
  });

  it('names sentinels and the master that they watch', () => {
    expect(parseBrokerUrl('redis+sentinel://s1:1,s2,[::1]:80/vigia')).toEqual({
      kind: 'sentinel',
      hosts: [
        { host: 's1', port: 1 },
        { host: 's2', port: 26_379 },
        { host: '::1', port: 80 },
      ],
      master: 'vigia',
      db: 0,
      sentinel: {},
      tls: false,
    });
    expect(parseBrokerUrl('rediss+sentinel://me:a%2Fb@s1/vigia/3?sentinelUsername=w&sentinelPassword=x%40y')).toMatchObject({
      username: 'me',
      password: 'a/b',
      db: 3,
      tls: true,
      sentinel: { username: 'w', password: 'x@y' },
    });
  });

  it('names nodes of a cluster', () => {
    expect(parseBrokerUrl('redis+cluster://:secret@n1:7000,n2')).toEqual({
      kind: 'cluster',
      hosts: [
        { host: 'n1', port: 7000 },
        { host: 'n2', port: 6379 },
      ],
      password: 'secret',
      tls: false,
    });
  });

  it.each([
    ['http://h', 'must be a URL that starts with postgres://'],
    ['redis://h1,h2:1', 'names several hosts: write redis+sentinel://'],
    ['postgres://h1:1,h2:2/vigia', 'names several hosts: a broker in PostgreSQL needs exactly one'],
    ['redis+sentinel://', 'must have the form redis+sentinel://host:26379,host:26379/master'],
    ['redis+sentinel://s1:1', 'must name the master'],
    ['redis+sentinel://s1/vigia/zero', 'must have a number as its database'],
    ['redis+sentinel://s1/vigia?db=1', 'must not have the option db'],
    ['redis+sentinel://s1:99999/vigia', 'must name hosts and ports'],
    ['redis+sentinel://s1,,s2/vigia', 'must name hosts and ports'],
    ['redis+sentinel://:100%@s1/vigia', 'write it as %25'],
    ['redis+cluster://n1/0', 'must name no database'],
    ['redis+cluster://n1?sentinelPassword=p', 'must not have the option sentinelPassword'],
    ['redis+cluster://a:p@ss@n1', 'must have the form redis+cluster://'],
  ])('is refused with the reason: %s', (url, problem) => {
    expect(() => parseBrokerUrl(url)).toThrow(problem);
  });

  it.each([
    'rediss://:p@127.0.0.1:PORT',
    'rediss+sentinel://:p@127.0.0.1:PORT/vigia?sentinelPassword=p',
    'rediss+cluster://:p@127.0.0.1:PORT',
  ])('speaks TLS to the server that it names: %s', async (url) => {
    const handshake = 22;
    expect(await firstByteAt((port) => url.replace('PORT', String(port)))).toBe(handshake);
  });

  it('is shown without secrets', () => {
    expect(shownAddress('redis://u:p4ss@h:1/2')).toBe('redis://h:1/2');
    expect(shownAddress('redis+sentinel://u:p4ss@s1,s2/vigia?sentinelPassword=p4ss')).toBe('redis+sentinel://s1:26379,s2:26379/vigia');
    expect(shownAddress('rediss+cluster://:p4ss@n1')).toBe('redis+cluster://n1:6379');
  });
});
