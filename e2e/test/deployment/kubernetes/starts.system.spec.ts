import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { freePort } from '@vigia/local-servers';
import { connectBroker } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { anyBroker, GiveUp, waitUntil } from '@vigia/testing';
import { sourceJob } from '@vigia/contracts';
import { repository } from '../dockerfile.js';
import { Surroundings } from '../surroundings.js';
import { build, containersOf, kubernetes, templateOf, type Container, type Manifest } from './build.js';

const production = build(join(kubernetes, 'overlays/production'));
const deployments = production.filter(({ kind }) => kind === 'Deployment').map((each) => [each.metadata.name, each] as const);
const migration = production.find(({ kind }) => kind === 'Job') as Manifest;
const operator = production.find(({ kind }) => kind === 'StatefulSet') as Manifest;
const page = readFileSync(join(repository, 'docs/kubernetes.md'), 'utf8');
const only = (manifest: Manifest) => containersOf(manifest)[0] as Container;
const run = promisify(execFile);

interface Trigger {
  type: string;
  metadata: { query: string; listName: string };
}

const triggersOf = (manifests: Manifest[], name: string) =>
  manifests.flatMap(({ kind, metadata, spec }) =>
    kind === 'ScaledObject' && metadata.name === name ? (spec as { triggers: Trigger[] }).triggers : [],
  );

/** The queues in a regular expression of PromQL with at most one group of alternatives. */
function queuesOf(query: string): string[] {
  const [, pattern = ''] = /queue=~"([^"]+)"/.exec(query) ?? [];
  const [, head = '', words = ''] = /^([\w-]*)\((.+)\)$/.exec(pattern) ?? [];
  return words ? words.split('|').map((word) => head + word) : pattern.split('|');
}

/** The commands, settings and probes of the manifests as plain processes. The images are assembled and started in images.system.spec.ts. */
describe('the cluster', () => {
  let surroundings: Surroundings;

  beforeAll(async () => {
    surroundings = await Surroundings.open();
  });

  afterAll(() => surroundings?.close());

  /** The settings of the manifest, with the secrets and addresses of this test. */
  async function environmentOf(manifest: Manifest, port: number): Promise<Record<string, string>> {
    const { name, env = [] } = only(manifest);
    const values: Record<string, string> = {
      database_url: await surroundings.loginUrl(name),
      redis_url: surroundings.broker,
      jwt_keys: surroundings.key(),
      secret_peppers: surroundings.key(),
      webhook_keys: surroundings.key(),
      log_key: surroundings.key(),
    };
    const given = env.map(({ name: variable, value }) => {
      const [, file] = /^\/run\/secrets\/(\w+)$/.exec(value) ?? [];
      return [variable, file ? surroundings.secret(`${manifest.metadata.name}-${file}`, values[file] ?? '') : value];
    });
    return {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      VIGIA_HOST: '127.0.0.1',
      VIGIA_PORT: String(port),
      ...Object.fromEntries(given),
    };
  }

  function start(manifest: Manifest, env: Record<string, string>) {
    const [program = '', ...args] = only(manifest).command ?? [];
    const child = spawn(program, args, { cwd: repository, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    return { child, ended: once(child, 'exit'), said: () => said };
  }

  const failIfEnded = (child: ChildProcess, said: string) => child.exitCode !== null && Promise.reject(new GiveUp(said));

  it('runs no service before the migration: it ends with the reason', async () => {
    const [, manifest] = deployments[0]!;
    const { child, ended, said } = start(manifest, {
      ...(await environmentOf(manifest, 0)),
      DATABASE_URL: surroundings.database.url,
      DATABASE_URL_FILE: '',
    });
    expect(await ended).toEqual([1, null]);
    expect([child.exitCode, said()]).toEqual([1, expect.stringMatching(/run the command `migrate` first/)]);
  });

  it('runs a Job that migrates the schema and ends', async () => {
    const [program = '', ...args] = only(migration).command ?? [];
    const { stdout } = await run(program, args, { cwd: repository, env: await environmentOf(migration, 0) });
    expect(stdout).toContain('The schema is up to date.');
  });

  it('runs commands of the operator beside a process that waits, and ends at once when it is told to', async () => {
    const env = await environmentOf(operator, 0);
    const { child, ended, said } = start(operator, env);
    try {
      const [, ...args] = /^kubectl .* exec operator-0 -- node (\S+) doctor$/m.exec(page)!;
      const { stdout } = await run('node', [...args, 'doctor', '--json'], { cwd: repository, env }).catch(
        (error: { stdout: string }) => error,
      );
      expect(JSON.parse(stdout)).toEqual(expect.arrayContaining([expect.objectContaining({ check: 'database' })]));
      expect([child.exitCode, said()]).toEqual([null, '']);
    } finally {
      child.kill('SIGTERM');
    }
    expect(await ended).toEqual([0, null]);
  });

  it('takes a file by the documented command, without tar or a shell', () => {
    const [, script] = /exec -i deployment\/data-importer -- node -e '([^']+)' \S+ </.exec(page)!;
    const path = surroundings.secret('taken', '');
    const content = Buffer.from('a file of some bytes \0\n'.repeat(10_000));
    expect(execFileSync('node', ['-e', script!, path], { input: content, encoding: 'utf8' })).toBe(`${content.length}\n`);
    expect(readFileSync(path).equals(content)).toBe(true);
  });

  it.each(deployments)('gives %s only variables that it knows, and probes the port on which it listens', async (_name, manifest) => {
    const [program = '', ...args] = only(manifest).command ?? [];
    // An empty variable is not set: the port is then that of the manifest or the default.
    const env = { ...(await environmentOf(manifest, 0)), VIGIA_PORT: '' };
    const { stdout } = await run(program, [...args, '--check'], { cwd: repository, env });
    const settings = new Map(stdout.split('\n').map((line) => line.split('=', 2) as [string, string]));
    const variables = (only(manifest).env ?? []).map(({ name }) => name.replace(/_FILE$/, '')).filter((name) => !name.startsWith('OTEL_'));
    expect(variables.filter((name) => !settings.has(name))).toEqual([]);
    expect(only(manifest).ports?.map(({ containerPort }) => String(containerPort))).toEqual([settings.get('VIGIA_PORT')]);
  });

  it.each(deployments)(
    'runs %s, which answers its probes, counts its queues and ends within its grace period',
    async (name, manifest) => {
      const port = await freePort();
      const { child, ended, said } = start(manifest, await environmentOf(manifest, port));
      const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } });
      try {
        for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
          const path = only(manifest)[probe]?.httpGet?.path ?? '';
          const isOk = () =>
            ask(path).then(
              ({ ok }) => ok,
              () => failIfEnded(child, said()),
            );
          await waitUntil(isOk, { timeoutMs: 120_000, what: `${name} answers its ${probe}` });
        }
        // If the broker is too slow to count, the service leaves all its queues out.
        const countedQueues = async () => {
          const metrics = await (await ask('/metrics')).text();
          const found = new Set([...metrics.matchAll(/^vigia_queue_jobs\{queue="([^"]+)"/gm)].map(([, queue]) => queue));
          return found.size > 0 && found;
        };
        const counted = await waitUntil(countedQueues, { what: `${name} counts queues` });
        const queues = triggersOf(production, name).flatMap(({ metadata }) => queuesOf(metadata.query));
        const isByQueue = name !== 'gateway' && name !== 'data-importer';
        expect([queues.length > 0, queues.filter((queue) => !counted.has(queue))]).toEqual([isByQueue, []]);
      } finally {
        child.kill('SIGTERM');
      }
      const toldAt = performance.now();
      expect(await ended).toEqual([0, null]);
      expect((performance.now() - toldAt) / 1000).toBeLessThan(templateOf(manifest)?.spec.terminationGracePeriodSeconds ?? 0);
    },
    300_000,
  );

  if (anyBroker() === 'redis')
    it('has waiting jobs in Redis under the key that KEDA asks for', async () => {
      const asked = triggersOf(build(join(kubernetes, 'components/workers-by-redis')), 'profile-loader').map(
        ({ metadata }) => metadata.listName,
      );
      const broker = await connectBroker({ url: surroundings.broker, service: 'test', logger: createLogger('test', { level: 'silent' }) });
      const redis = new Redis(surroundings.broker);
      try {
        const job = { v: 1 as const, loadId: '00000000-0000-4000-8000-000000000000', source: 'protestos' as const };
        await broker.jobs('source-protestos', sourceJob).push([{ id: 'task-1', data: job, priority: 3 }]);
        const key = '{vigia}:source-protestos:prioritized';
        expect(asked).toContain(key);
        expect(await redis.zcard(key)).toBe(1);
      } finally {
        redis.disconnect();
        await broker.close();
      }
    });
});
