import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { connect as connectHttp2, type IncomingHttpHeaders, type Settings } from 'node:http2';
import { type AddressInfo, connect as connectTcp } from 'node:net';
import { json } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { describeHaproxy, haproxy } from '../availability/describe-servers.js';
import { deployed, startBalancer, type Balancer } from '../availability/haproxy.js';
import { repository } from './dockerfile.js';
import { startTlsFront } from './tls-front.js';

describeHaproxy('the load balancer of a deployment', () => {
  let server: Server;
  let balancer: Balancer;
  let gatewayUrl: string;
  /** Set while the readiness check of the gateway is slow, because what it checks does not answer. */
  let slowChecks: { wereAnswered: boolean[] } | undefined;
  const longestCheckMs = 2_100;
  /** At this path the gateway dies after it has got the request. */
  const fatalPath = '/fatal';
  /** Answered only when a test says so. */
  const heldPath = '/held';
  let held: (() => void) | undefined;

  beforeAll(async () => {
    server = createServer(({ url }, response) => {
      if (url === fatalPath) return void response.destroy();
      if (url === heldPath) return (held = () => response.end());
      if (!slowChecks || url !== '/health/ready') return response.end('an answer');
      response.on('close', () => slowChecks?.wereAnswered.push(response.writableFinished));
      return setTimeout(() => response.end(), longestCheckMs);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    gatewayUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    balancer = await startBalancer(haproxy!, [gatewayUrl]);
  });

  afterAll(async () => {
    await balancer?.stop();
    server.close();
  });

  /**
   * The answer at a path that the client does not normalise, on a connection of its own: on one that has had an answer, the balancer closes
   * without a word where a gateway refuses, so that the client repeats the request.
   */
  const answerAt = async (path: string): Promise<IncomingMessage> => {
    const { hostname, port } = new URL(balancer.url);
    const sending = request({ hostname, port, path, agent: false, headers: { host: 'x.example' } }).end();
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    return answer;
  };

  const statusAt = async (path: string) => (await answerAt(path)).resume().statusCode;

  /** The status once it is not 503: on a busy machine the balancer has taken the gateway for down. */
  const untilUp = (ask: () => Promise<number | undefined>) =>
    waitUntil(
      async () => {
        const status = await ask();
        return status !== 503 && status;
      },
      { what: 'the gateway is up' },
    );

  it.each([
    '/metrics',
    '/metrics?a=1',
    '/%6detrics',
    '/metric%73',
    'http://x.example/%6Detrics',
    '/health/ready',
    '/%68ealth/ready',
    '/health%2fready',
  ])('answers 404 for an internal path: %s', async (path) => expect(await statusAt(path)).toBe(404));

  it('waits for a gateway whose readiness check takes two seconds', async () => {
    const { wereAnswered } = (slowChecks = { wereAnswered: [] as boolean[] });
    try {
      // On a busy machine the balancer may give up on a check before the gateway gets to its answer.
      const hasWaitedTwice = () => wereAnswered.some((wasAnswered, i) => wasAnswered && wereAnswered[i + 1]);
      await waitUntil(hasWaitedTwice, { what: 'the balancer has waited for two checks in a row' });
      expect(await waitUntil(() => balancer.sendsTo(gatewayUrl), { what: 'the balancer sends to the gateway' })).toBe(true);
    } finally {
      slowChecks = undefined;
    }
  });

  it('leaves a second for the way of a readiness check that takes two seconds', () => {
    const [, limitSeconds] = /^ {2}timeout check (\d+)s$/m.exec(deployed) ?? [];
    expect(Number(limitSeconds)).toBeGreaterThanOrEqual(3);
  });

  it.each(['/', '/v1/perfiles/20990000019/resumen', '/v1/%6detrics', '/panel/v1/webhooks/0/health', '/?metrics'])(
    'forwards every other path: %s',
    async (path) => expect(await untilUp(() => statusAt(path))).toBe(200),
  );

  it('answers in place of a gateway that died in the shape of the API, but without the correlation id of an answer of ours', async () => {
    await untilUp(() => statusAt('/'));
    const died = await fetch(`${balancer.url}${fatalPath}`, { method: 'POST', body: '{}' });
    expect([died.status, await died.json(), died.headers.get('x-correlation-id')]).toEqual([
      502,
      { statusCode: 502, error: 'Bad Gateway', message: expect.any(String) },
      null,
    ]);
  });

  it('is healthy for its container while one of its gateways is ready, and answers nothing else there', async () => {
    let isReady = true;
    const gateway = createServer((_request, response) => response.writeHead(isReady ? 200 : 503).end()).listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    const nobody = 'http://127.0.0.1:1';
    const front = await startTlsFront(haproxy!, nobody, `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`);
    const statusAfter = async (path: string) => (await fetch(`${front.checkUrl}${path}`)).status;
    try {
      await waitUntil(async () => (await statusAfter('/health/ready')) === 200, {
        what: 'the front is healthy beside a gateway that is down',
      });
      expect(await statusAfter('/metrics')).toBe(404);
      isReady = false;
      await waitUntil(async () => (await statusAfter('/health/ready')) === 503, { what: 'the front is not healthy without a gateway' });
    } finally {
      await front.stop();
      gateway.close();
    }
  });

  it('takes a new certificate by the documented signal, and answers the requests under way', async () => {
    const front = await startTlsFront(haproxy!, gatewayUrl);
    const shown = async () => {
      const socket = connect({ host: '127.0.0.1', port: front.port, rejectUnauthorized: false });
      await once(socket, 'secureConnect');
      const { fingerprint256 } = socket.getPeerCertificate();
      socket.destroy();
      return fingerprint256;
    };
    try {
      const first = await shown();
      const [, signal] = /docker compose kill -s (\w+) front/.exec(readFileSync(`${repository}/docs/deployment.md`, 'utf8'))!;
      const underWay = front.statusOf(heldPath);
      const release = await waitUntil(() => held);
      const second = await front.renew();
      expect(second).not.toBe(first);
      front.signal(`SIG${signal}` as NodeJS.Signals);
      await waitUntil(async () => (await shown()) === second, { what: 'the front shows the new certificate' });
      release();
      expect(await underWay).toBe(200);
    } finally {
      await front.stop();
    }
  });

  // Only Linux answers on all of 127.0.0.0/8 without being told to.
  if (process.platform === 'linux') {
    it('gives an address 500 connections, and refuses further ones to that address alone', async () => {
      const { hostname, port } = new URL(balancer.url);
      const open = (localAddress: string) => connectTcp({ host: hostname, port: Number(port), localAddress });
      /** Sends half a request, so that an admitted connection stays open. */
      const crowd = Array.from({ length: 520 }, () => open('127.0.0.2').on('error', () => undefined));
      for (const socket of crowd) socket.write('GET / HTTP/1.1\r\n');
      const refused = () => crowd.filter(({ destroyed }) => destroyed).length;
      try {
        expect(await waitUntil(() => refused() === 20, { what: 'the connections beyond 500 are closed' })).toBe(true);
        expect(await untilUp(() => statusAt('/'))).toBe(200);
      } finally {
        for (const socket of crowd) socket.destroy();
      }
    });

    it('gives an address 500 requests at once, however few connections they share, and refuses further ones to that address alone', async () => {
      const front = await startTlsFront(haproxy!, gatewayUrl);
      const open = (settings: Settings) => {
        const options = { rejectUnauthorized: false, localAddress: '127.0.0.2', settings };
        return connectHttp2(`https://127.0.0.1:${front.port}`, options);
      };
      const statuses: (number | undefined)[] = [];
      /** Reads no byte of an answer. */
      const crowd = Array.from({ length: 6 }, () => open({ initialWindowSize: 0 }));
      const reader = open({});
      try {
        for (const connection of crowd)
          for (let i = 0; i < 100; i += 1) {
            const stream = connection.request({ ':path': '/' }).on('error', () => undefined);
            stream.on('response', (headers) => statuses.push(headers[':status']));
          }
        await waitUntil(() => statuses.length === 600, { what: 'every request has a status' });
        expect(statuses.filter((status) => status === 429)).toHaveLength(100);
        const refused = reader.request({ ':path': '/' });
        const [headers] = (await once(refused, 'response')) as [IncomingHttpHeaders];
        expect(headers).toMatchObject({ ':status': 429, 'content-type': 'application/json', 'retry-after': '5' });
        expect(await json(refused)).toMatchObject({ statusCode: 429, error: 'Too Many Requests', message: expect.any(String) });
        expect(await untilUp(() => front.statusOf('/'))).toBe(200);
      } finally {
        for (const connection of [...crowd, reader]) connection.destroy();
        await front.stop();
      }
    });
  }

  it('answers 503 in the common form, with Retry-After, when no gateway is there', async () => {
    server.closeAllConnections();
    server.close();
    const answer = await answerAt('/');
    expect(answer.statusCode).toBe(503);
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'retry-after': '5' });
    expect(await json(answer)).toMatchObject({ statusCode: 503, error: 'Service Unavailable', message: expect.any(String) });
  });
});
