import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { request as requestTls } from 'node:https';
import { type AddressInfo, connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freePort, stopWhenOrphaned } from '@vigia/local-servers';
import { selfSigned, waitUntil } from '@vigia/testing';
import { describeHaproxy, haproxy } from '../availability/describe-servers.js';
import { deployed, startBalancer, type Balancer } from '../availability/haproxy.js';
import { repository } from './dockerfile.js';

describeHaproxy('the load balancer of a deployment', () => {
  let server: Server;
  let balancer: Balancer;
  let gatewayUrl: string;
  /** Set while the readiness check of the gateway is slow, because what it checks does not answer. */
  let slowChecks: { wereAnswered: boolean[] } | undefined;
  const longestCheckMs = 2_100;
  /** Answered only when a test says so. */
  const heldPath = '/held';
  let held: (() => void) | undefined;

  beforeAll(async () => {
    server = createServer(({ url }, response) => {
      if (url === heldPath) return (held = () => response.end());
      if (!slowChecks || url !== '/health/ready') return response.end();
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

  /** The status at a path that the client does not normalise. */
  const statusAt = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { hostname, port } = new URL(balancer.url);
      const sending = request({ hostname, port, path, agent: false, headers: { host: 'x.example' } }, (response) => {
        resolve(response.resume().statusCode);
      });
      sending.on('error', reject).end();
    });

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
    // 503: on a busy machine the balancer has taken the gateway for down since the last test.
    async (path) => {
      const untilUp = async () => {
        const status = await statusAt(path);
        return status !== 503 && status;
      };
      expect(await waitUntil(untilUp, { what: 'the gateway is up' })).toBe(200);
    },
  );

  it('takes a new certificate by the documented signal, and answers the requests under way', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vigia-certificate-'));
    const [file, certificate] = [join(folder, 'haproxy.cfg'), join(folder, 'certificate')];
    const renew = async () => {
      const { cert, key } = await selfSigned();
      writeFileSync(certificate, Buffer.concat([cert, key]));
      return new X509Certificate(cert).fingerprint256;
    };
    const first = await renew();
    const port = await freePort();
    const configured = deployed
      .replace('  bind :80\n', '')
      .replace('bind :443 ssl crt /run/secrets/certificate', `bind 127.0.0.1:${port} ssl crt ${certificate}`)
      .replace(' resolvers docker init-addr none', '')
      .replace(/server-template .*/, `server gateway ${new URL(gatewayUrl).host}`);
    writeFileSync(file, configured);
    // As the image runs it.
    const master = spawn(haproxy!, ['-W', '-db', '-f', file], { stdio: 'ignore' });
    const dismissGuard = stopWhenOrphaned(master.pid!, 'TERM', () => undefined);
    const ended = once(master, 'exit').then(dismissGuard);
    const options = { host: '127.0.0.1', port, rejectUnauthorized: false, agent: false };
    const statusOf = (path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        requestTls({ ...options, path }, (response) => resolve(response.resume().statusCode))
          .on('error', reject)
          .end();
      });
    const shown = async () => {
      const socket = connect(options);
      await once(socket, 'secureConnect');
      const { fingerprint256 } = socket.getPeerCertificate();
      socket.destroy();
      return fingerprint256;
    };
    try {
      await waitUntil(
        () =>
          statusOf('/').then(
            (status) => status === 200,
            () => false,
          ),
        { what: 'the front answers' },
      );
      expect(await shown()).toBe(first);
      const [, signal] = /docker compose kill -s (\w+) front/.exec(readFileSync(`${repository}/docs/deployment.md`, 'utf8'))!;
      const underWay = statusOf(heldPath);
      const release = await waitUntil(() => held);
      const second = await renew();
      master.kill(`SIG${signal}` as NodeJS.Signals);
      await waitUntil(async () => (await shown()) === second, { what: 'the front shows the new certificate' });
      release();
      expect(await underWay).toBe(200);
    } finally {
      master.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    }
  });

  // Only Linux answers on all of 127.0.0.0/8 without being told to.
  if (process.platform === 'linux')
    it('gives an address 500 connections, and refuses further ones to that address alone', async () => {
      const { hostname, port } = new URL(balancer.url);
      const open = (localAddress: string) => connectTcp({ host: hostname, port: Number(port), localAddress });
      /** Sends half a request, so that an admitted connection stays open. */
      const crowd = Array.from({ length: 520 }, () => open('127.0.0.2').on('error', () => undefined));
      for (const socket of crowd) socket.write('GET / HTTP/1.1\r\n');
      const refused = () => crowd.filter(({ destroyed }) => destroyed).length;
      try {
        expect(await waitUntil(() => refused() === 20, { what: 'the connections beyond 500 are closed' })).toBe(true);
        expect(await statusAt('/')).toBe(200);
      } finally {
        for (const socket of crowd) socket.destroy();
      }
    });

  it('answers 503 in the common form, with Retry-After, when no gateway is there', async () => {
    server.closeAllConnections();
    server.close();
    const answer = await fetch(balancer.url);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('retry-after')]).toEqual([503, 'application/json', '5']);
    expect(await answer.json()).toMatchObject({ statusCode: 503, error: 'Service Unavailable', message: expect.any(String) });
  });
});
