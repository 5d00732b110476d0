import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import net, { getDefaultAutoSelectFamilyAttemptTimeout, setDefaultAutoSelectFamilyAttemptTimeout, type Socket } from 'node:net';
import { mock } from 'node:test';
import { setImmediate as nextRound } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { guardOfAddresses, openClient, startHttp, stopEverything } from './loopback.js';

const socketsOfClients = 'net.client.socket';

describe('a name with several addresses', () => {
  const ofNode = getDefaultAutoSelectFamilyAttemptTimeout();
  const busyMs = 50;

  /** Blocks the process after the first attempt begins, so that it sees an expired timer before the connection. */
  function keepBusyOnceBegun(message: unknown) {
    const { socket } = message as { socket: Socket };
    socket.once('connectionAttempt', () =>
      process.nextTick(() => {
        const until = performance.now() + busyMs;
        while (performance.now() < until);
      }),
    );
  }

  beforeEach(() => {
    setDefaultAutoSelectFamilyAttemptTimeout(10);
    subscribe(socketsOfClients, keepBusyOnceBegun);
  });
  afterEach(async () => {
    mock.restoreAll();
    unsubscribe(socketsOfClients, keepBusyOnceBegun);
    setDefaultAutoSelectFamilyAttemptTimeout(ofNode);
    await stopEverything();
  });

  it("has two fifths of the time to connect at each address, and not Node's attempt timeout", async () => {
    const connects = mock.method(net, 'connect');
    const server = await startHttp((_request, response) => response.end());
    const guard = guardOfAddresses({ allowCidrs: ['127.0.0.1/32', '::1/128'], lookup: async () => ['127.0.0.1', '::1'] });
    const client = openClient({ guard, connectTimeoutMs: 600_000 });
    await nextRound();
    const exchange = client.exchange({
      method: 'GET',
      url: `http://hooks.receiver.example:${server.port}/`,
      deadlineMs: 600_000,
      maxBodyBytes: 100,
    });
    expect(await exchange).toMatchObject({ status: 200, remoteAddress: '127.0.0.1' });
    expect(connects.mock.calls.map((call) => call.arguments[0])).toMatchObject([{ autoSelectFamilyAttemptTimeout: 240_000 }]);
  });
});
