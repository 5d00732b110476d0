import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { PortTakenError } from '../../src/local-server-error.js';
import { freePort, startOnPort } from '../../src/process/free-port.js';

describe('freePort', () => {
  it('returns ports that can be listened to, below the range of outgoing connections', async () => {
    const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()));
    for (const port of ports) {
      expect(port).toBeLessThan(32_768);
      const server = createServer().listen(port, '127.0.0.1');
      await once(server, 'listening');
      server.close();
      await once(server, 'close');
    }
  });
});

describe('startOnPort', () => {
  it('tries another free port when another process takes the first one', async () => {
    const tried: number[] = [];
    const started = await startOnPort(undefined, async (port) => {
      tried.push(port);
      if (tried.length === 1) throw new PortTakenError('Redis', port);
      return port;
    });
    expect(tried).toHaveLength(2);
    expect(started).toBe(tried[1]);
  });

  it('does not replace a port that the caller set', async () => {
    const start = startOnPort(6400, async (port) => {
      throw new PortTakenError('Redis', port);
    });
    await expect(start).rejects.toThrow(/127\.0\.0\.1:6400/);
  });
});
