import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { selfSigned, waitUntil } from '@vigia/testing';
import { listen, startRawReceiver, startReceiver, stopReceivers } from './running/receiver.js';
import { RunningDispatcher } from './running/running-dispatcher.js';

const taxId = '20990000019';
const nothingSent = { requestHeaders: [], signedBy: [] };
const answerMs = 4_000;

describe('a misbehaving receiver', () => {
  let dispatcher: RunningDispatcher;
  let corporationId: string;

  beforeAll(async () => {
    dispatcher = await RunningDispatcher.start({ VIGIA_WEBHOOK_RETRIES: 'none', VIGIA_WEBHOOK_ANSWER_MS: String(answerMs) });
    await dispatcher.profiles.active(randomUUID(), taxId);
  });
  afterAll(() => dispatcher?.stop());
  afterEach(stopReceivers);

  async function outcomeAt(url: string) {
    corporationId = randomUUID();
    await dispatcher.profiles.access(corporationId, taxId);
    await dispatcher.create(corporationId, { url });
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    const { delivery, attempts } = await dispatcher.closed(corporationId, triggerId);
    expect(attempts).toHaveLength(1);
    return { delivery, attempt: attempts[0]! };
  }

  it.each([301, 302, 307, 308])('that redirects with %d is not followed', async (status) => {
    const other = await startReceiver();
    const receiver = await startReceiver((response) => response.writeHead(status, { location: other.url }).end());
    const { delivery, attempt } = await outcomeAt(receiver.url);
    expect(delivery.state).toBe('FAILED');
    expect(attempt).toMatchObject({ failure: 'http', status });
    expect(other.sockets).toHaveLength(0);
  });

  it('that accepts the connection and never answers fails at the deadline', async () => {
    const receiver = await startRawReceiver((socket) => socket.resume());
    const { attempt } = await outcomeAt(receiver.url);
    expect(attempt).toMatchObject({ state: 'FAILED', failure: 'timeout', status: null, remoteAddress: '127.0.0.1' });
    expect(Date.parse(attempt.endedAt!) - Date.parse(attempt.startedAt)).toBeLessThan(answerMs + 15_000);
  });

  it('that never answers passes the address step of a preflight and fails the answer step', async () => {
    corporationId = randomUUID();
    const receiver = await startRawReceiver((socket) => socket.resume());
    const { configurationId } = await dispatcher.create(corporationId, { url: receiver.url, active: false });
    expect(await dispatcher.ask('webhooks.preflight', { corporationId, configurationId })).toMatchObject({
      steps: [
        { step: 'address', ok: true, detail: 'reached at 127.0.0.1' },
        { step: 'answer', ok: false, detail: `not finished within ${answerMs} ms`, failure: 'timeout' },
      ],
    });
  });

  it('that answers late but before the deadline succeeds', async () => {
    const receiver = await startReceiver((response) => void setTimeout(() => response.writeHead(202).end(), answerMs / 8));
    const { attempt } = await outcomeAt(receiver.url);
    expect(attempt).toMatchObject({ state: 'SUCCEEDED', status: 202 });
    expect(attempt.firstByteMs).toBeGreaterThanOrEqual(answerMs / 8 - 5);
  });

  it('that sends its headers slowly fails at the deadline', async () => {
    const receiver = await startRawReceiver((socket) => {
      const timer = setInterval(() => socket.write('x'), 20);
      socket.once('close', () => clearInterval(timer)).once('data', () => socket.write('HTTP/1.1 200 OK\r\nx-long: '));
    });
    expect((await outcomeAt(receiver.url)).attempt.state).toBe('FAILED');
  });

  it('that answers 200 with an endless body succeeds, and its socket is closed at the deadline', async () => {
    const receiver = await startReceiver((response) => {
      response.write('first');
      const timer = setInterval(() => response.write('x'), 20);
      response.once('close', () => clearInterval(timer));
    });
    const { delivery, attempt } = await outcomeAt(receiver.url);
    expect(delivery.state).toBe('SUCCEEDED');
    expect(attempt).toMatchObject({ status: 200, responseTruncated: true, responseBody: expect.stringMatching(/^first/) });
    if (!receiver.sockets[0]!.closed) await once(receiver.sockets[0]!, 'close');
  });

  it('that sends an endless answer is cut off, and 4 KiB of the answer are stored', async () => {
    let sentBytes = 0;
    const receiver = await startReceiver((response) => {
      const chunk = Buffer.alloc(64 * 1024, 'y');
      const more = () => {
        while (!response.destroyed && response.write(chunk)) sentBytes += chunk.length;
      };
      response.on('drain', more);
      more();
    });
    const { attempt } = await outcomeAt(receiver.url);
    expect(attempt).toMatchObject({ state: 'SUCCEEDED', responseTruncated: true });
    expect(attempt.responseBody).toHaveLength(4 * 1024);
    expect(sentBytes).toBeLessThan(50 * 1024 * 1024);
  });

  it.each([
    ['resets the connection', 'http', () => startRawReceiver((socket) => socket.once('data', () => socket.resetAndDestroy()))],
    ['closes the connection', 'http', () => startRawReceiver((socket) => socket.once('data', () => socket.end()))],
    ['speaks no HTTP', 'http', () => startRawReceiver((socket) => socket.once('data', () => socket.end('220 ready\r\n')))],
  ])('that %s fails with the class %s', async (_name, failure, start) => {
    expect((await outcomeAt((await start()).url)).attempt).toMatchObject({
      state: 'FAILED',
      failure,
      status: null,
      requestHeaders: expect.arrayContaining([expect.objectContaining({ name: 'X-Service-Signature' })]),
      signedBy: [1],
    });
  });

  it('that does not listen fails with the class connect', async () => {
    expect((await outcomeAt('http://127.0.0.1:9/hook')).attempt).toMatchObject({ failure: 'connect', ...nothingSent });
  });

  it('whose name has no address fails with the class dns', async () => {
    expect((await outcomeAt('http://receiver.invalid/hook')).attempt).toMatchObject({ failure: 'dns', ...nothingSent });
  });

  it('with an untrusted certificate gets no request', async () => {
    const requests: string[] = [];
    const server = createTlsServer(await selfSigned(), (request, response) => {
      requests.push(request.url ?? '');
      response.end();
    });
    const origin = await listen(
      server.on('tlsClientError', () => undefined),
      [],
    );
    expect((await outcomeAt(`${origin.replace('http:', 'https:')}/hook`)).attempt).toMatchObject({ failure: 'tls', ...nothingSent });
    expect(requests).toEqual([]);
  });

  it('at an internal address is blocked when it is saved and when it is called, without a connection', async () => {
    const receiver = await startReceiver();
    const port = new URL(receiver.url).port;
    for (const host of [
      '127.0.0.2',
      '2130706434',
      '0x7f000002',
      '127.2',
      '[::ffff:127.0.0.2]',
      '[::1]',
      '169.254.169.254',
      '[64:ff9b::7f00:1]',
    ]) {
      await expect(outcomeAt(`http://${host}:${port}/hook`)).rejects.toMatchObject({ code: 'bad_request' });
    }
    // The URL was saved with a host name, or before the rules became stricter.
    const { configurationId } = await dispatcher.create(corporationId, { url: receiver.url });
    await dispatcher.database.query(`UPDATE webhooks.configuration SET url = $2 WHERE id = $1`, [
      configurationId,
      `http://127.0.0.2:${port}/hook`,
    ]);
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    const { attempts } = await dispatcher.closed(corporationId, triggerId);
    expect(attempts).toMatchObject([{ state: 'FAILED', failure: 'address_blocked', ...nothingSent }]);
    expect(receiver.sockets).toHaveLength(0);
  });
});

describe('a receiver that hangs', () => {
  const dispatched: RunningDispatcher[] = [];
  afterEach(async () => {
    await stopReceivers();
    await Promise.all(dispatched.splice(0).map((dispatcher) => dispatcher.stop()));
  });

  it('delays only itself, and never has more attempts than its slots', async () => {
    const dispatcher = await RunningDispatcher.start({
      VIGIA_WEBHOOK_RETRIES: 'none',
      VIGIA_WEBHOOK_ANSWER_MS: '30000',
      VIGIA_WEBHOOK_CONCURRENCY: '4',
      VIGIA_WEBHOOK_CONCURRENCY_PER_RECEIVER: '2',
    });
    dispatched.push(dispatcher);
    const corporationId = randomUUID();
    await dispatcher.profiles.active(corporationId, taxId);
    const hung = await startReceiver(() => undefined);
    const healthy = await startReceiver();
    await dispatcher.create(corporationId, { url: hung.url });
    await dispatcher.create(corporationId, { url: healthy.url });
    const asked: number[] = [];
    const delaysMs: number[] = [];
    for (let i = 0; i < 10; i += 1) {
      asked.push(Date.now());
      const { triggerId } = await dispatcher.trigger(corporationId, taxId);
      const stands = async () =>
        (await dispatcher.event(corporationId, triggerId)).deliveries.filter(({ state }) => state === 'SUCCEEDED').length === 1;
      while (!(await stands())) await new Promise((resolve) => setTimeout(resolve, 10));
      delaysMs.push(healthy.received.at(-1)!.at - asked.at(-1)!);
    }
    expect(healthy.received).toHaveLength(10);
    expect(Math.max(...delaysMs)).toBeLessThan(15_000);
    // On a slow machine other attempts may have followed the first two.
    const rounds = 1 + Math.floor((Date.now() - asked[0]!) / 30_000);
    expect(hung.received.length).toBeGreaterThanOrEqual(2);
    expect(hung.received.length).toBeLessThanOrEqual(2 * rounds);
  });

  it('does not delay the first attempts of other receivers by its retries', async () => {
    const dispatcher = await RunningDispatcher.start({
      VIGIA_WEBHOOK_RETRIES: '50ms',
      VIGIA_WEBHOOK_ANSWER_MS: '20000',
      VIGIA_WEBHOOK_CONCURRENCY: '2',
    });
    dispatched.push(dispatcher);
    const [one, other] = [randomUUID(), randomUUID()];
    await dispatcher.profiles.active(one, taxId);
    await dispatcher.profiles.access(other, taxId);
    const firsts = new Set<unknown>();
    const hung = await startReceiver((response, { headers: { 'x-service-trigger-id': id } }) => {
      if (!firsts.has(id)) response.writeHead(500).end();
      firsts.add(id);
    });
    const healthy = await startReceiver();
    await dispatcher.create(one, { url: hung.url });
    await dispatcher.create(other, { url: healthy.url });
    for (let i = 0; i < 4; i += 1) await dispatcher.trigger(one, taxId);
    // Both slots of the retry lane are taken.
    await waitUntil(() => firsts.size === 4 && hung.received.length === 6);
    const { triggerId } = await dispatcher.trigger(other, taxId);
    expect((await dispatcher.closed(other, triggerId)).delivery.state).toBe('SUCCEEDED');
    expect(hung.received).toHaveLength(6);
  });
});
