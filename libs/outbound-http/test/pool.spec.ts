import { afterEach, describe, expect, it } from '@jest/globals';
import { openClient, startHttp, startSilent, stopEverything } from './loopback.js';

const limits = { method: 'GET', deadlineMs: 20_000, maxBodyBytes: 1_000 } as const;

afterEach(stopEverything);

describe('the connection pool of a host', () => {
  it('reuses a connection', async () => {
    const server = await startHttp((_request, response) => response.end('ok'));
    const client = openClient({ connectionsPerHost: 1 });
    const first = await client.exchange({ ...limits, url: server.origin });
    const second = await client.exchange({ ...limits, url: server.origin });
    expect(server.sockets).toHaveLength(1);
    expect(first.timings.connectMs).toBeDefined();
    expect(second.timings.connectMs).toBeUndefined();
    expect(second.remoteAddress).toBe('127.0.0.1');
  });

  it('does not reuse a connection after a truncated body', async () => {
    const server = await startHttp((_request, response) => response.end('x'.repeat(5_000)));
    const client = openClient();
    await client.exchange({ ...limits, url: server.origin, readBody: 'within-deadline' });
    await client.exchange({ ...limits, url: server.origin, readBody: 'within-deadline' });
    expect(server.sockets).toHaveLength(2);
  });

  it('is bounded, and further exchanges wait', async () => {
    let open = 0;
    let mostOpen = 0;
    const server = await startHttp((_request, response) => {
      mostOpen = Math.max(mostOpen, (open += 1));
      setTimeout(() => response.end(), 20).unref();
      response.once('finish', () => (open -= 1));
    });
    const client = openClient({ connectionsPerHost: 2 });
    const exchanges = await Promise.all(Array.from({ length: 8 }, () => client.exchange({ ...limits, url: server.origin })));
    expect(exchanges.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(mostOpen).toBe(2);
    expect(server.sockets).toHaveLength(2);
  });

  it('fails waiting exchanges when the host refuses', async () => {
    const server = await startSilent();
    await stopEverything();
    const client = openClient({ connectionsPerHost: 1 });
    const kinds = await Promise.all(
      Array.from({ length: 4 }, () => client.exchange({ ...limits, url: server.origin }).catch((error: { kind: string }) => error.kind)),
    );
    expect(kinds).toEqual(Array(4).fill('connect'));
  });

  it('counts the wait for a connection within the deadline', async () => {
    const server = await startSilent();
    const client = openClient({ connectionsPerHost: 1 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 3 }, () => client.exchange({ ...limits, deadlineMs: 200, url: server.origin })),
    );
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.kind)).toEqual(Array(3).fill('timeout'));
  });
});

describe('a client that closes', () => {
  it('lets the running exchange finish and refuses the next', async () => {
    const server = await startHttp((_request, response) => {
      closed = client.close();
      setTimeout(() => response.end('done'), 20).unref();
    });
    const client = openClient();
    let closed: Promise<void> | undefined;
    const { body } = await client.exchange({ ...limits, url: server.origin });
    expect(body.toString()).toBe('done');
    await closed;
    await expect(client.exchange({ ...limits, url: server.origin })).rejects.toMatchObject({
      kind: 'aborted',
    });
  });
});
