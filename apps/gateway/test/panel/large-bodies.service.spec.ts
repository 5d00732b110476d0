import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type PanelClient, waitUntil } from '@vigia/testing';
import { openPanel, type Panel } from './open-panel.js';

const mostArriving = 5;
const check = `/deliveries/${randomUUID()}/signature-check`;

describe('a body of a signature check that does not arrive completely', () => {
  let panel: Panel;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    panel = await openPanel();
  });

  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await panel?.stop();
  });

  /** Sends the beginning of a body; the promise is the status of the answer. */
  function stall({ cookie, baseUrl }: PanelClient): Promise<number> {
    const { host, hostname, port } = new URL(baseUrl);
    const socket = connect({ host: hostname, port: Number(port) });
    sockets.push(socket);
    const head = [
      `POST /panel/v1${check} HTTP/1.1`,
      `Host: ${host}`,
      `Origin: ${baseUrl}`,
      `Cookie: ${cookie}`,
      'Content-Type: application/json',
      'Content-Length: 1499998',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n{"signature":"${'0'.repeat(100_000)}`);
    return new Promise((resolve) => socket.once('data', (answer) => resolve(Number(answer.toString('latin1').split(' ', 2)[1]))));
  }

  /** 400, because the body has no signature, unless the call is refused before. */
  const statusOf = async (page: PanelClient) => (await page.call('POST', check, { body: {} })).status;

  it('is one of five at most in its corporation, and holds up neither another corporation nor smaller bodies', async () => {
    const corporationId = await panel.newCorporation();
    const pages = await Promise.all(Array.from({ length: 2 }, async () => (await panel.newPage(corporationId, 'member')).page));
    const { page: other } = await panel.newPage(await panel.newCorporation(), 'member');
    const stalled = Array.from({ length: mostArriving + 1 }, (_, i) => stall(pages[i % 2]!));
    expect(await Promise.race(stalled)).toBe(429);
    expect(await statusOf(pages[0]!)).toBe(429);
    expect(await statusOf(other)).toBe(400);
    expect((await pages[0]!.get('/session')).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    expect(await waitUntil(async () => (await statusOf(pages[0]!)) === 400, { what: 'the closed connections no longer count' })).toBe(true);
  });
});
