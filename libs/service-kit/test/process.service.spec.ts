import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectBroker, Messages, ReplyUnknownError } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { createEmptyDatabase, createTestDatabase, startServiceProcess, waitUntil, type TestDatabase } from '@vigia/testing';
import pg from 'pg';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const billing = 'dist/services/billing.js';

/** Runs a service that is expected to end by itself. */
async function run(environment: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [billing, ...args], { cwd: repository, env: { PATH: process.env['PATH'], ...environment } });
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}

describe('a service as a process', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database?.drop());

  const environment = () => ({ DATABASE_URL: database.url, VIGIA_BROKER_URL: database.url });

  it('tells the kind and the place of an error that nobody caught, and ends', async () => {
    const careless = `process.on('SIGUSR2', () => Promise.reject(Object.assign(new Error(process.env.TOLD), { told: process.env.TOLD })))`;
    const told = { ...environment(), TOLD: '20990000019' };
    const service = await startServiceProcess('billing', told, { command: ['--import', `data:text/javascript,${careless}`, billing] });
    expect(await service.kill('SIGUSR2')).toBe(1);
    await waitUntil(() => service.output().includes('nobody caught an error'), { what: 'its last words' });
    expect(service.output()).toMatch(/"err":{"type":"Error","stack":"    at /);
    expect(service.output()).not.toContain('20990000019');
  });

  it('prints its configuration on --check, without secrets and without starting', async () => {
    const { code, stdout, stderr } = await run(
      { DATABASE_URL: 'postgres://u:s3cr3t@nowhere/x', REDIS_URL: 'redis://:s3cr3t@nowhere' },
      '--check',
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^DATABASE_URL=\[hidden\]$/m);
    expect(stdout).toMatch(/^VIGIA_PORT=3000$/m);
    expect(stdout).not.toContain('s3cr3t');
  });

  it('names every problem of its configuration and ends', async () => {
    const { code, stdout, stderr } = await run({ DATABASE_URL: 'mysql://x', VIGIA_PORT: 'x' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.match(/^ {2}- \w+/gm)).toEqual(['  - DATABASE_URL', '  - VIGIA_BROKER_URL', '  - VIGIA_PORT']);
  });

  it('refuses a database that is behind, and says what to do', async () => {
    const empty = await createEmptyDatabase();
    const { code, stderr } = await run({ DATABASE_URL: empty.url, VIGIA_BROKER_URL: database.url });
    expect([code, stderr]).toEqual([1, 'billing cannot start: the database is behind this version: run `npm run migrate` first\n']);
    await empty.drop();
  });

  it.each([
    ['database', { DATABASE_URL: 'postgres://127.0.0.1:1/x' }, 'ECONNREFUSED'],
    ['broker', { VIGIA_BROKER_URL: 'redis://:s3cr3t@127.0.0.1:1' }, 'the broker at redis://127.0.0.1:1 cannot be reached'],
  ])('ends with one line when there is no %s', async (_what, absent, why) => {
    const { code, stderr } = await run({ ...environment(), ...absent });
    expect(code).toBe(1);
    expect(stderr).toContain(why);
    expect(stderr).not.toContain('s3cr3t');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends cleanly on %s, and leaves no connection behind',
    async (signal) => {
      const service = await startServiceProcess('billing', environment());
      expect(await service.kill(signal)).toBe(0);
      await waitUntil(async () => {
        const connections = await database.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        );
        return connections.length === 0;
      });
    },
    300_000,
  );

  it('ends cleanly on a signal that comes while it starts', async () => {
    const blocker = new pg.Client({ connectionString: database.url });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE public.migration IN ACCESS EXCLUSIVE MODE');
    const child = spawn(process.execPath, [billing], { cwd: repository, env: { PATH: process.env['PATH'], ...environment() } });
    const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
    const isStarting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'vigia-billing'`;
    await waitUntil(async () => (await database.query(isStarting)).length > 0, { what: 'billing asks for its migrations' });
    child.kill('SIGTERM');
    await blocker.end();
    expect(await ended).toBe(0);
  });

  it('dies at the point that it was told, between two steps', async () => {
    const service = await startServiceProcess('billing', { ...environment(), VIGIA_FAILPOINT: 'contracts.list.handled' });
    const broker = await connectBroker({ url: database.url, service: 'test', logger: createLogger('test', { level: 'silent' }) });
    const messages = new Messages(broker);
    await messages.request('charges.list', { corporationId: randomUUID(), from: '2026-01-01', to: '2026-01-01' }, { timeoutMs: 10_000 });
    const asked = messages.request('contracts.list', { corporationId: randomUUID() }, { timeoutMs: 1_000 });
    await expect(asked).rejects.toBeInstanceOf(ReplyUnknownError);
    expect(await service.ended).toBe('SIGKILL');
    await broker.close();
  });

  it('ends at once on a second signal while it still waits for its work', async () => {
    const blocker = new pg.Client({ connectionString: database.url });
    await blocker.connect();
    const service = await startServiceProcess('billing', environment());
    await blocker.query('BEGIN; LOCK TABLE billing.access IN ACCESS EXCLUSIVE MODE');
    const isBlocked = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'vigia-billing'`;
    await waitUntil(async () => (await database.query(isBlocked)).length > 0, { what: 'billing is at work' });
    process.kill(service.pid, 'SIGTERM');
    await waitUntil(async () => (await fetch(`${service.url}/health/ready`)).status === 503);
    expect(await service.kill('SIGTERM')).toBe(1);
    await blocker.end();
  });
});
