import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, stopWhenOrphaned } from '@vigia/local-servers';
import { selfSigned, waitUntil } from '@vigia/testing';
import { deployed } from '../availability/haproxy.js';

/** The balancer of a deployment with its TLS, before some gateways. */
interface TlsFront {
  port: number;
  /** Replaces the file of the certificate, and returns the fingerprint of the new one. */
  renew(): Promise<string>;
  signal(name: NodeJS.Signals): void;
  statusOf(path: string): Promise<number | undefined>;
  /** Where the health check of its container asks. */
  checkUrl: string;
  stop(): Promise<void>;
}

export async function startTlsFront(program: string, ...gatewayUrls: string[]): Promise<TlsFront> {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-tls-front-'));
  const [file, certificate] = [join(folder, 'haproxy.cfg'), join(folder, 'certificate')];
  const [port, checkPort] = [await freePort(), await freePort()];
  const configured = deployed
    .replace('  bind :80\n', '')
    .replace('bind :443 ssl crt /run/secrets/certificate', `bind 127.0.0.1:${port} ssl crt ${certificate}`)
    .replace('bind 127.0.0.1:8080', `bind 127.0.0.1:${checkPort}`)
    .replace(' resolvers docker init-addr none', '')
    .replace(/ {2}server-template .*/, gatewayUrls.map((url, i) => `  server gateway-${i} ${new URL(url).host}`).join('\n'));
  writeFileSync(file, configured);
  const renew = async () => {
    const { cert, key } = await selfSigned();
    writeFileSync(certificate, Buffer.concat([cert, key]));
    return new X509Certificate(cert).fingerprint256;
  };
  await renew();
  // As the image runs it.
  const master = spawn(program, ['-W', '-db', '-f', file], { stdio: 'ignore' });
  const dismissGuard = stopWhenOrphaned(master.pid!, 'TERM', () => undefined);
  const ended = once(master, 'exit').then(dismissGuard);
  const statusOf = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, rejectUnauthorized: false, agent: false }, (response) =>
        resolve(response.resume().statusCode),
      )
        .on('error', reject)
        .end();
    });
  const stop = async () => {
    master.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true });
  };
  const answers = async () => (await statusOf('/').catch(() => undefined)) === 200;
  await waitUntil(answers, { what: 'the front answers' }).catch(async (error: Error) => {
    await stop();
    throw error;
  });
  return { port, checkUrl: `http://127.0.0.1:${checkPort}`, renew, signal: (name) => void master.kill(name), statusOf, stop };
}
