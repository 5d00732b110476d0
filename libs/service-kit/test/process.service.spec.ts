import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectBroker, Messages, ReplyUnknownError } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { createEmptyDatabase, createTestDatabase, startServiceProcess, waitUntil, type TestDatabase } from '@vigia/testing';

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

  /**
   * While the gate is closed, billing stops where it touches a row of this table. A lock would not do: billing gives up on one after two
   * seconds.
   */
  async function closeGate(table: string): Promise<() => Promise<unknown>> {
    await database.query(
      `CREATE TABLE public.gate AS SELECT 'closed';
       CREATE FUNCTION public.pass_gate() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER AS $$
         BEGIN WHILE EXISTS (SELECT FROM public.gate) LOOP PERFORM pg_sleep(0.05); END LOOP; RETURN true; END $$;
       ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
       CREATE POLICY gated ON ${table} USING (public.pass_gate())`,
    );
    return async () => {
      await database.query('DELETE FROM public.gate');
      await database.query(
        `DROP POLICY gated ON ${table}; ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY; DROP FUNCTION public.pass_gate(); DROP TABLE public.gate`,
      );
    };
  }

  const untilAtTheGate = () =>
    waitUntil(
      async () => {
        const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep' AND starts_with(application_name, 'vigia-billing')`;
        return (await database.query(waits)).length > 0;
      },
      { what: 'billing is at the gate' },
    );

  it('logs the type and the stack of an uncaught error without its message, and ends', async () => {
    const careless = `process.on('SIGUSR2', () => Promise.reject(Object.assign(new Error(process.env.TOLD), { told: process.env.TOLD })))`;
    const told = { ...environment(), TOLD: '20990000019' };
    const service = await startServiceProcess('billing', told, { command: ['--import', `data:text/javascript,${careless}`, billing] });
    expect(await service.kill('SIGUSR2')).toBe(1);
    await waitUntil(() => service.output().includes('uncaught error: the process ends'), { what: 'the uncaught error in the log' });
    expect(service.output()).toMatch(/"err":{"type":"Error","stack":"    at /);
    expect(service.output()).not.toContain('20990000019');
  });

  it('names the lines of the sources in a stack', async () => {
    const observability = `file://${repository}libs/observability/dist`;
    const careless = `import { toldError } from '${observability}/index.js';
      const broken = new Proxy(new Error(), { get() { throw new TypeError('from within'); } });
      process.on('SIGUSR2', () => setImmediate(toldError, broken))`;
    const command = [
      '--import',
      `${observability}/preload.js`,
      '--import',
      `data:text/javascript,${encodeURIComponent(careless)}`,
      billing,
    ];
    const service = await startServiceProcess('billing', environment(), { command });
    expect(await service.kill('SIGUSR2')).toBe(1);
    await waitUntil(() => service.output().includes('uncaught error: the process ends'), { what: 'the uncaught error in the log' });
    expect(service.output()).toMatch(/"type":"TypeError","stack":"[^"]*libs\/observability\/src\/logging\/told-error\.ts:\d+/);
  });

  it('names its build on --version, when it is ready, and in its connections to the database', async () => {
    const [commit, date] = ['6c120320639bb94e606ed594962ebb1a3170b982', '2026-11-30T23:41:02-05:00'];
    const build = { VIGIA_COMMIT: commit, VIGIA_COMMIT_DATE: date };
    expect(await run(build, '--version')).toEqual({ code: 0, stdout: `${commit} ${date}\n`, stderr: '' });
    const service = await startServiceProcess('billing', { ...environment(), ...build });
    expect(service.output()).toContain(`"commit":"${commit}","commitDate":"${date}","url":"`);
    const named = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'vigia-billing 6c120320 2026-11-30'`;
    expect(await database.query(named)).not.toEqual([]);
    expect(await service.kill()).toBe(0);
  });

  it('names the commit that is checked out when its environment names none', async () => {
    const { stdout: checkedOut } = spawnSync('git', ['log', '-1', '--format=%H %cI'], { cwd: repository, encoding: 'utf8' });
    expect((await run({}, '--version')).stdout).toBe(checkedOut || 'unknown unknown\n');
  });

  it('names no commit where neither its environment nor git does', async () => {
    expect(await run({ PATH: '/nowhere' }, '--version')).toEqual({ code: 0, stdout: 'unknown unknown\n', stderr: '' });
  });

  it.each([
    ['VIGIA_COMMIT', 'v1.2'],
    ['VIGIA_COMMIT_DATE', 'yesterday'],
  ])('refuses what names no build: %s=%s', async (name, value) => {
    const { code, stderr } = await run({ ...environment(), [name]: value });
    expect([code, stderr]).toEqual([1, expect.stringContaining(`  - ${name} must be `)]);
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

  it('names every problem of its configuration at once and ends', async () => {
    const { code, stdout, stderr } = await run({ DATABASE_URL: 'mysql://x', VIGIA_PORT: 'x' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.match(/^ {2}- \w+/gm)).toEqual(['  - DATABASE_URL', '  - VIGIA_BROKER_URL', '  - VIGIA_PORT']);
  });

  it('refuses a database that lacks migrations, and names the remedy', async () => {
    const empty = await createEmptyDatabase();
    const { code, stderr } = await run({ DATABASE_URL: empty.url, VIGIA_BROKER_URL: database.url });
    expect([code, stderr]).toEqual([
      1,
      'billing cannot start: the database is behind this version: run the command `migrate` first (docs/operator.md)\n',
    ]);
    await empty.drop();
  });

  it.each([
    ['database', { DATABASE_URL: 'postgres://127.0.0.1:1/x' }, 'the database cannot be reached: connect ECONNREFUSED 127.0.0.1:1'],
    ['broker', { VIGIA_BROKER_URL: 'redis://:s3cr3t@127.0.0.1:1' }, 'the broker at redis://127.0.0.1:1 cannot be reached'],
  ])('ends with the reason, without secrets, when there is no %s', async (_what, absent, why) => {
    const { code, stderr } = await run({ ...environment(), ...absent });
    expect(code).toBe(1);
    expect(stderr).toContain(why);
    expect(stderr).not.toContain('s3cr3t');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends cleanly on %s, and leaves no database connection open',
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

  it('ends cleanly on a signal during its start', async () => {
    const openGate = await closeGate('public.migration');
    const child = spawn(process.execPath, [billing], {
      cwd: repository,
      env: { PATH: process.env['PATH'], VIGIA_PORT: '0', ...environment() },
    });
    const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
    await untilAtTheGate();
    child.kill('SIGTERM');
    await openGate();
    expect(await ended).toBe(0);
  });

  it('ends itself at its failpoint, before it replies', async () => {
    const service = await startServiceProcess('billing', { ...environment(), VIGIA_FAILPOINT: 'contracts.list.handled' });
    const broker = await connectBroker({ url: database.url, service: 'test', logger: createLogger('test', { level: 'silent' }) });
    const messages = new Messages(broker);
    await messages.request('charges.list', { corporationId: randomUUID(), from: '2026-01-01', to: '2026-01-01' }, { timeoutMs: 60_000 });
    const asked = messages.request('contracts.list', { corporationId: randomUUID() }, { timeoutMs: 30_000 });
    const fate = asked.catch((error: unknown) => error);
    expect(await service.ended).toBe('SIGKILL');
    await broker.close();
    expect(await fate).toBeInstanceOf(ReplyUnknownError);
  });

  it('ends at once on a signal more than a second after the first, while it still waits for its work', async () => {
    const openGate = await closeGate('billing.contract');
    const service = await startServiceProcess('billing', { ...environment(), VIGIA_SHUTDOWN_GRACE_MS: '600000' });
    let code: unknown;
    void service.ended.then((how) => (code = how));
    const broker = await connectBroker({ url: database.url, service: 'test', logger: createLogger('test', { level: 'silent' }) });
    const terms = { kind: 'monthly', quotaMonths: 0, startsOn: '2026-01-01', endsOn: '2026-12-31' } as const;
    const asked = new Messages(broker).request('contracts.create', { corporationId: randomUUID(), ...terms }, { timeoutMs: 60_000 });
    const fate = asked.catch((error: unknown) => error);
    await untilAtTheGate();
    const hasEnded = () => code !== undefined || !process.kill(service.pid, 'SIGTERM');
    await waitUntil(hasEnded, { what: 'billing, signalled again and again, has ended' });
    expect(code).toBe(1);
    await broker.close();
    expect(await fate).toBeInstanceOf(ReplyUnknownError);
    await openGate();
  });
});
