import type { PayloadOf } from '@vigia/contracts';
import { randomUUID } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@vigia/database';
import { connectBroker, Messages, type Broker } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { createTestDatabase, waitUntil, type TestDatabase } from '@vigia/testing';
import { Readiness, type RunningService } from '../src/index.js';
import { askDatabase } from '../src/operations/ask-database.js';
import { lastWork, startTrialService } from './trial-service.js';

const speaksIpv6 = networkInterfaces().lo?.some(({ family }) => family === 'IPv6') ?? false;

const build = { VIGIA_COMMIT: '6c120320639bb94e606ed594962ebb1a3170b982', VIGIA_COMMIT_DATE: '2026-11-30T23:41:02-05:00' };

describe('a running service', () => {
  let database: TestDatabase;
  let service: RunningService;
  let sender: Broker;

  beforeAll(async () => {
    database = await createTestDatabase();
    const servers = { DATABASE_URL: database.url, VIGIA_BROKER_URL: database.url };
    service = await startTrialService({ ...servers, VIGIA_SHUTDOWN_GRACE_MS: '60000', ...build });
    sender = await connectBroker({ url: database.url, service: 'test', logger: createLogger('test', { level: 'silent' }) });
  });

  afterAll(async () => {
    await sender?.close();
    await service?.close();
    await database?.drop();
  });

  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${service.url}${path}`, init);
    const text = await response.text();
    return { status: response.status, type: response.headers.get('content-type'), text, json: () => JSON.parse(text) };
  };
  const post = (body: string, type = 'application/json') => ask('/trial/echo', { method: 'POST', body, headers: { 'content-type': type } });

  const deliver = (timeoutMs: number) => {
    const monitored: PayloadOf<'profiles.monitored'> = { documents: [{ docType: 'RUC', taxId: '20990000019' }] };
    return new Messages(sender).deliver('profiles.monitored', monitored, { id: randomUUID(), timeoutMs });
  };

  const untilReported = (status: number, report: object) =>
    waitUntil(async () => {
      const answer = await ask('/health/ready');
      expect([answer.status, answer.json()]).toEqual([status, report]);
      return true;
    });

  it('is live and ready', async () => {
    expect((await ask('/health/live')).json()).toEqual({ status: 'live' });
    await untilReported(200, { ready: true, checks: { database: 'ok', broker: 'ok' } });
  });

  if (speaksIpv6) {
    it('gives a URL that can be reached where it listens to IPv6', async () => {
      const other = await startTrialService({ DATABASE_URL: database.url, VIGIA_BROKER_URL: database.url, VIGIA_HOST: '::1' });
      expect((await fetch(`${other.url}/health/live`)).status).toBe(200);
      await other.close();
    });
  }

  it.each([
    ['ahead of', 3_600],
    ['behind', -3_600],
  ])('is ready with a warning if its clock is %s the clock of the database', async (which, seconds) => {
    const readiness = new Readiness([]);
    const store = await openDatabase({ url: database.url, poolSize: 1 });
    await askDatabase(store, readiness, () => Date.now() + seconds * 1_000);
    expect(await readiness.report()).toEqual({
      ready: true,
      checks: {},
      warnings: { clock: expect.stringMatching(new RegExp(`^(3600|3[45]\\d\\d) s ${which} the database: `)) },
    });
    await askDatabase(store, readiness);
    expect(await readiness.report()).toEqual({ ready: true, checks: {} });
    await store.close();
  });

  it('is not ready while its database accepts no writes', async () => {
    const store = await openDatabase({ url: database.url, poolSize: 1 });
    const readiness: Readiness = new Readiness([{ name: 'database', check: () => askDatabase(store, readiness) }]);
    // A busy server may need longer for an answer than a check waits.
    const inTime = async () => {
      const report = await readiness.report();
      return report.checks.database !== 'no answer in time' && report;
    };
    await waitUntil(async () => {
      await store.rows(`SELECT set_config('default_transaction_read_only', 'on', false)`);
      expect(await inTime()).toEqual({ ready: false, checks: { database: 'failing' } });
      return true;
    });
    // The next check uses another connection: a server that accepts writes again needs no restart of the services.
    expect(await waitUntil(inTime)).toEqual({ ready: true, checks: { database: 'ok' } });
    await store.close();
  });

  it('counts handled messages for Prometheus', async () => {
    const labels = 'queue="profile-loader-events",name="profiles.monitored",outcome="done"';
    // Services that other specs ran in this process are counted too.
    const handled = (text: string) => Number(text.split(`vigia_messages_handled_seconds_count{${labels}} `)[1]?.split('\n', 1)[0] ?? 0);
    const before = handled((await ask('/metrics')).text);
    await deliver(10_000);
    const metrics = await ask('/metrics');
    expect(metrics.type).toContain('text/plain');
    expect(handled(metrics.text)).toBe(before + 1);
    expect(metrics.text).toContain('vigia_queue_jobs{queue="profile-loader-events",state="waiting"} 0');
    const [, started] = /^vigia_process_start_seconds (\S+)$/m.exec(metrics.text) ?? [];
    expect(Number(started) * 1000).toBeCloseTo(performance.timeOrigin, 0);
    expect(metrics.text).toContain(`vigia_build_info{commit="${build.VIGIA_COMMIT}",date="${build.VIGIA_COMMIT_DATE}"} 1`);
  });

  it.each([
    ['a VigiaError', () => ask('/trial/ours'), 409, 'Conflict', 'webhook_inactive'],
    ['an unknown path', () => ask('/nowhere'), 404, 'Not Found', 'not found'],
    ['a body that is too large', () => post(`"${'x'.repeat(1_100_000)}"`), 413, 'Payload Too Large', 'the body is larger than 1024 KiB'],
    [
      'a body of another kind',
      () => post('<x/>', 'text/xml'),
      415,
      'Unsupported Media Type',
      'the body must be application/json in UTF-8, without Content-Encoding',
    ],
  ])('answers %s in the same form', async (_what, call, statusCode, error, message) => {
    const answer = await call();
    expect(answer.status).toBe(statusCode);
    const expected = message === 'webhook_inactive' ? 'the webhook configuration is not active' : message;
    expect(answer.json()).toEqual({ statusCode, error, message: expected });
  });

  it('hides the detail of an unexpected error', async () => {
    const answer = await ask('/trial/theirs');
    expect(answer.json()).toEqual({
      statusCode: 500,
      error: 'Internal Server Error',
      message: expect.stringMatching(/^unexpected error; correlation id [0-9a-f-]{36}$/),
    });
  });

  it('closes despite a client that does not read its response', async () => {
    const other = await startTrialService({ DATABASE_URL: database.url, VIGIA_BROKER_URL: database.url });
    const unread = await fetch(`${other.url}/trial/endless`);
    await other.close();
    await expect(unread.text()).rejects.toThrow('terminated');
  });

  it('reports not ready at once when it stops, takes no more messages, and waits for its work', async () => {
    let finishWork = () => {};
    lastWork.open = new Promise((resolve) => (finishWork = resolve));
    let closed = false;
    const closing = service.close().then(() => (closed = true));
    expect((await ask('/health/ready')).status).toBe(503);
    await untilReported(503, { ready: false, checks: { database: 'ok', broker: 'ok', process: 'stopping' } });
    expect(closed).toBe(false);
    const isTaken = () =>
      deliver(500).then(
        () => true,
        () => false,
      );
    await waitUntil(async () => !(await isTaken()), { what: 'it takes no message any more' });
    finishWork();
    await closing;
    await expect(ask('/health/live')).rejects.toThrow('fetch failed');
  });
});
