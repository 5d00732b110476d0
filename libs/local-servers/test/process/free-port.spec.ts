import { describe, expect, it } from '@jest/globals';
import { PortTakenError } from '../../src/local-server-error.js';
import { startOnPort } from '../../src/process/free-port.js';

describe('startOnPort', () => {
  it('takes another free port when the first one is lost before the server binds it', async () => {
    const tried: number[] = [];
    const started = await startOnPort(undefined, async (port) => {
      tried.push(port);
      if (tried.length === 1) throw new PortTakenError('Redis', port);
      return port;
    });
    expect(tried).toHaveLength(2);
    expect(started).toBe(tried[1]);
  });

  it('does not leave a port that was asked for', async () => {
    const start = startOnPort(6400, async (port) => {
      throw new PortTakenError('Redis', port);
    });
    await expect(start).rejects.toThrow(/127\.0\.0\.1:6400/);
  });
});
