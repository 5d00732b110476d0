import { Server } from 'node:net';
import { mock } from 'node:test';
import { describe, expect, it } from '@jest/globals';
import type { Home } from '../src/home.js';
import { assertPortIsFree, openServers } from '../src/servers.js';

describe('the port of the standalone product', () => {
  // Whether a user may listen there is a setting of the machine.
  it.each([
    ['EACCES', 'this user may not listen on port 80: set VIGIA_PORT to one from 1024 up'],
    ['EADDRNOTAVAIL', 'port 80 cannot be opened: listen EADDRNOTAVAIL'],
  ])('is not called taken after %s', async (code, message) => {
    const listen = mock.method(Server.prototype, 'listen', function (this: Server) {
      process.nextTick(() => this.emit('error', Object.assign(new Error(`listen ${code}`), { code })));
      return this;
    });
    try {
      await expect(assertPortIsFree({ host: '127.0.0.1', port: 80, setting: 'VIGIA_PORT' })).rejects.toMatchObject({
        name: 'LocalServerError',
        message,
      });
    } finally {
      listen.mock.restore();
    }
  });
});

describe('the servers of the standalone product', () => {
  it('have the database as broker unless another one is named', async () => {
    const home = {} as Home;
    const databaseUrl = 'postgres://db';
    expect(await openServers(home, { databaseUrl })).toMatchObject({ databaseUrl, brokerUrl: databaseUrl });
    expect(await openServers(home, { databaseUrl, brokerUrl: 'redis://r' })).toMatchObject({ databaseUrl, brokerUrl: 'redis://r' });
  });
});
