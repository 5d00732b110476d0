import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findRedisServer, freePort, LocalServerError, startRedis, type RedisServer } from '../../src/index.js';
import { makeScratchDir } from '../scratch-dir.js';

const scratch = makeScratchDir();
let server: RedisServer | undefined;

async function withClient<T>(url: string, use: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => {});
  try {
    await client.connect();
    return await use(client);
  } finally {
    client.disconnect();
  }
}

afterEach(() => server?.stop());
afterAll(() => scratch.remove());

describe('startRedis', () => {
  it('serves without eviction, and loses its data when killed', async () => {
    server = await startRedis({ dir: join(scratch.path, 'plain') });
    const { url, pid } = server;
    await withClient(url, async (client) => {
      expect(await client.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
      await client.set('key', 'value');
    });

    await server.kill();
    await expect(withClient(url, (client) => client.ping())).rejects.toThrow('Connection is closed');

    await server.start();
    expect(server.url).toBe(url);
    expect(server.pid).not.toBe(pid);
    expect(await withClient(url, (client) => client.get('key'))).toBeNull();
  });

  it('keeps its data when it is append-only', async () => {
    server = await startRedis({
      dir: join(scratch.path, 'kept'),
      appendOnly: true,
      extraArgs: ['--appendfsync', 'always'],
    });
    await withClient(server.url, (client) => client.set('key', 'value'));
    await server.kill();
    await server.start();
    expect(await withClient(server.url, (client) => client.get('key'))).toBe('value');
  });

  it('can be stopped twice', async () => {
    server = await startRedis({ dir: join(scratch.path, 'plain') });
    await server.stop();
    await server.stop();
    await expect(withClient(server.url, (client) => client.ping())).rejects.toThrow('Connection is closed');
  });

  it('names a port that is in use, even by another Redis', async () => {
    server = await startRedis({ dir: join(scratch.path, 'plain') });
    const second = startRedis({ dir: join(scratch.path, 'second'), port: server.port });
    await expect(second).rejects.toThrow(`127.0.0.1:${server.port}: another process has that port`);
  });

  it('reports the error of the server when it does not start', async () => {
    const start = startRedis({
      dir: join(scratch.path, 'plain'),
      port: await freePort(),
      extraArgs: ['--no-such-setting', '1'],
    });
    await expect(start).rejects.toThrow(/did not start[^]*no-such-setting/);
  });
});

describe('findRedisServer', () => {
  afterEach(() => {
    delete process.env['VIGIA_REDIS_SERVER'];
  });

  it('prefers the program that the environment names, and a start reports if that cannot run', async () => {
    const missing = join(scratch.path, 'redis-server');
    process.env['VIGIA_REDIS_SERVER'] = missing;
    expect(findRedisServer()).toBe(missing);
    const start = startRedis({ dir: scratch.path });
    await expect(start).rejects.toBeInstanceOf(LocalServerError);
    await expect(start).rejects.toThrow(missing);
  });

  it('finds the program on the PATH', () => {
    expect(findRedisServer()).toMatch(/\/redis-server$/);
  });
});
