import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, stopWhenOrphaned } from '@vigia/local-servers';
import { waitUntil } from '@vigia/testing';

/** The balancer of a deployment before some gateways on this machine. */
export interface Balancer {
  url: string;
  /** Whether it sends requests to the gateway now. */
  sendsTo(gatewayUrl: string): Promise<boolean>;
  stop(): Promise<void>;
}

export const deployed = readFileSync(new URL('../../../deploy/haproxy/haproxy.cfg', import.meta.url), 'utf8');

export async function startBalancer(program: string, gatewayUrls: readonly string[]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-haproxy-'));
  const [port, statusPort] = [await freePort(), await freePort()];
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration(port, statusPort, gatewayUrls));
  const process_ = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  process_.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const dismissGuard = stopWhenOrphaned(process_.pid!, 'KILL', () => undefined);
  const ended = once(process_, 'exit').then(dismissGuard);
  const states = async () => {
    const lines = (await (await fetch(`http://127.0.0.1:${statusPort}/;csv`)).text()).split('\n').map((line) => line.split(','));
    const column = lines[0]!.indexOf('status');
    return new Map(lines.map((line) => [line[1], line[column]]));
  };
  const sendsTo = async (gatewayUrl: string) => (await states()).get(nameOf(gatewayUrl)) === 'UP';
  const sendsToAll = async () => (await Promise.all(gatewayUrls.map(sendsTo))).every(Boolean);
  await waitUntil(() => sendsToAll().catch(() => false), { what: 'the balancer sends to every gateway' }).catch((error: Error) => {
    process_.kill('SIGKILL');
    throw new Error(`${error.message}: ${said}`);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    sendsTo,
    async stop() {
      process_.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As deployed, but without TLS, and with gateways that have a port each instead of a name. */
function configuration(port: number, statusPort: number, gatewayUrls: readonly string[]): string {
  const section = (title: string) => new RegExp(`^${title}\\n(?:[ \\t].*\\n|\\n)+`, 'm').exec(deployed)![0];
  const [defaults, front, gateways] = [section('defaults'), section('frontend public'), section('backend gateways')];
  const plain = front.replace(/(?: {2}bind .*\n)+ {2}http-request redirect .*\n/, `  bind 127.0.0.1:${port}\n`);
  const servers = gatewayUrls.map((url) => `  server ${nameOf(url)} ${new URL(url).host}\n`).join('');
  const backend = gateways.replace(/ resolvers docker init-addr none/, '').replace(/ {2}server-template .*\n/, servers);
  if (!defaults.includes('retry-on') || plain === front || backend === gateways)
    throw new Error('the deployed balancer is set up otherwise than expected');
  return `${defaults.replace('  log global\n', '')}
${plain}
${backend}
frontend status
  bind 127.0.0.1:${statusPort}
  stats enable
  stats uri /
`;
}

function nameOf(gatewayUrl: string): string {
  return `gateway-${new URL(gatewayUrl).port}`;
}
