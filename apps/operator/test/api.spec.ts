import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Api } from '../src/demo/api.js';

describe('a call to an address without Vigía', () => {
  let server: Server;
  let status = 200;

  beforeEach(async () => {
    server = createServer((_request, response) => response.writeHead(status).end('<html>'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });

  afterEach(() => {
    server.close();
  });

  const api = () => new Api(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'vk_0', 'vs_0');

  it('reports that the answer is not from Vigía', async () => {
    status = 200;
    await expect(api().token()).rejects.toThrow('is not a Vigía system');
  });

  it('explains an HTTP error status', async () => {
    status = 503;
    await expect(api().token()).rejects.toThrow('answered with 503, Service Unavailable. A part of the system does not answer');
  });

  it('asks whether the system is running when nothing answers', async () => {
    const gone = api();
    server.close();
    await expect(gone.token()).rejects.toThrow('does not answer: is the system running?');
  });
});
