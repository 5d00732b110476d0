import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { migrate } from '@vigia/database';
import { freePort } from '@vigia/local-servers';
import { keepResults, type Result } from '../results.js';
import { describeMachine, startServers } from '../servers.js';
import { median } from '../statistics.js';

const services = ['gateway', 'profile-loader', 'billing', 'webhook-dispatcher', 'data-importer'];
/** The flags with which the images start a service. */
const flags = ['--import', './libs/observability/dist/preload.js'];
const lookEveryMs = 10;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' }, json: { type: 'string' } } });

const servers = await startServers();
try {
  await migrate(servers.postgresUrl);
  const key = () => `k1:${randomBytes(32).toString('base64url')}`;
  const environment = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    DATABASE_URL: servers.postgresUrl,
    VIGIA_BROKER_URL: servers.brokers[0]!.url,
    VIGIA_JWT_KEYS: key(),
    VIGIA_SECRET_PEPPERS: key(),
    VIGIA_WEBHOOK_KEYS: key(),
    VIGIA_HOST: '127.0.0.1',
  };
  console.log(`${await describeMachine(servers)}, ${values.rounds} rounds: ms until /health/ready\n`);
  const measured = new Map(services.map((service) => [service, [] as number[]]));
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const service of services) measured.get(service)!.push(await coldStart(service, environment));
  }
  const results = [...measured].map(([service, ms]): Result => {
    const rounds = ms.map((p50Ms) => ({ p50Ms }));
    return { what: `cold start of ${service}`, contender: 'ours', rounds };
  });
  await keepResults(values.json, results);
  for (const [service, ms] of measured) {
    console.log(`${service.padEnd(20)} ${median(ms).toFixed(0)} (${Math.min(...ms).toFixed(0)}–${Math.max(...ms).toFixed(0)})`);
  }
} finally {
  await servers.stop();
}

/** Without Node's cache of compiled code, which a new container lacks. */
async function coldStart(service: string, environment: Record<string, string>): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...flags, `dist/services/${service}.js`], {
    env: { ...environment, VIGIA_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new Error(`${service} ended with ${child.exitCode}`);
      await setTimeout(lookEveryMs);
    }
    return performance.now() - startedAt;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

async function isReady(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
  return response?.ok ?? false;
}
