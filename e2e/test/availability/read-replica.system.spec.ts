import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ApiClient, brokerUrl, startSystem, waitUntil, type ServiceProcess, type System, withoutWebhooks } from '@vigia/testing';
import { loadMany, loadOne, post, read } from '../../src/clients/calls.js';
import { freshRuc, freshRucs, magic } from '../../src/clients/documents.js';
import { newClient, type NewClient } from '../../src/clients/new-client.js';
import { endAccess } from '../contract/end-access.js';
import { startDatabasePair, type DatabasePair } from './database-pair.js';
import { describeRedis } from './describe-servers.js';

/** Longer than the checks while replay is paused take, even on a busy machine. */
const maxLagMs = 5_000;

describeRedis('the summaries with a read replica', () => {
  const updated = magic.drifts;
  const [kept, ended, ...others] = freshRucs(7) as [string, string, ...string[]];
  let pair: DatabasePair;
  let system: System;
  /** A gateway of its own, which knows nothing of what the other gateways do. */
  let reading: ServiceProcess;
  let loading: NewClient;
  let client: ApiClient;
  /** A client of a gateway without a replica. */
  let byPrimary: ApiClient;

  beforeAll(async () => {
    pair = await startDatabasePair({ isSynchronous: false });
    system = await startSystem({
      broker: 'redis',
      services: withoutWebhooks,
      brokerUrl: await brokerUrl('redis', pair.primary.url),
      database: pair.database,
      environment: { VIGIA_READ_DATABASE_URL: pair.standby.url, VIGIA_READ_MAX_LAG_MS: String(maxLagMs), VIGIA_RATE_BURST: '100000' },
    });
    reading = await system.start('gateway');
    loading = await newClient(system);
    client = new ApiClient(reading.url, loading);
    byPrimary = new ApiClient((await system.start('gateway', { VIGIA_READ_DATABASE_URL: '' })).url, loading);
    await loadMany(loading, [kept, updated, ended, ...others]);
    await untilRead();
  });

  afterAll(async () => {
    await system?.stop();
    await pair?.stop();
  });

  const metrics = async () => (await fetch(`${reading.url}/metrics`)).text();

  /** The number of summaries whose sections came from the replica and from the primary. */
  async function reads(): Promise<{ replica: number; primary: number }> {
    const text = await metrics();
    const of = (server: string) => Number(new RegExp(`vigia_summary_reads_total\\{server="${server}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
    return { replica: of('replica'), primary: of('primary') };
  }

  async function readsDuring(work: () => Promise<unknown>): Promise<{ replica: number; primary: number }> {
    const before = await reads();
    await work();
    const after = await reads();
    return { replica: after.replica - before.replica, primary: after.primary - before.primary };
  }

  async function warning(): Promise<string | undefined> {
    const report = (await (await fetch(`${reading.url}/health/ready`)).json()) as { ready: boolean; warnings?: Record<string, string> };
    expect(report.ready).toBe(true);
    return report.warnings?.['read replica'];
  }

  async function untilWarned(of: string): Promise<void> {
    await waitUntil(async () => (await warning())?.startsWith(of), { what: `readiness says that the replica ${of}` });
    expect(reading.output()).toContain(`"trouble":"${of}"`);
  }

  /** Waits until all sections of this many summaries come from the replica: after a late answer the gateway leaves it out for a while. */
  async function untilReplicaHas(summaries: number, work: () => Promise<unknown>): Promise<void> {
    const hasAll = async () => isDeepStrictEqual(await readsDuring(work), { replica: summaries, primary: 0 });
    await waitUntil(hasAll, { what: `the replica has the sections of ${summaries}` });
  }

  /** Waits until the replica is in use and has the latest load. */
  const untilRead = () => untilReplicaHas(1, () => client.summary(others[0]!));

  async function expectSame(taxId: string): Promise<void> {
    for (const version of ['v1', 'v2'] as const) {
      const [one, other] = [await client.summary(taxId, version), await byPrimary.summary(taxId, version)];
      expect({ body: one.body, tag: one.headers.get('etag') }).toEqual({ body: other.body, tag: other.headers.get('etag') });
    }
  }

  it('take their sections from the replica, as PostgreSQL itself counts, and equal those of the primary', async () => {
    const looks = async () => {
      const [row] = await pair.askStandby<{ looks: number }>(
        `SELECT idx_scan::int AS looks FROM pg_stat_user_tables WHERE schemaname = 'profiles' AND relname = 'profile'`,
      );
      return row!.looks;
    };
    const before = await looks();
    await untilReplicaHas(others.length, () => Promise.all(others.map((taxId) => client.summary(taxId))));
    // A connection reports its counters when it is used again.
    const areCounted = async () => (await client.summary(kept)).status === 200 && (await looks()) >= before + others.length;
    await waitUntil(areCounted, { what: 'the replica has counted the reads' });
    await expectSame(kept);
    const { headers } = await client.summary(kept);
    expect((await read(client, `/v2/perfiles/${kept}/resumen`, { 'if-none-match': headers.get('etag')! })).status).toBe(304);
    expect((await client.summary(freshRuc())).status).toBe(404);
  });

  it('show a change through another gateway at once, while the replay of the replica is paused', async () => {
    const loaded = freshRuc();
    const before = await client.summary(updated);
    await pair.askStandby('SELECT pg_wal_replay_pause()');
    try {
      expect((await loadOne(loading, loaded)).status).toBe(200);
      expect((await client.summary(loaded)).body.data).toMatchObject({ activo: true, estado: 'succeeded' });
      expect((await post(loading, '/v2/perfiles/forzar-actualizacion', { taxIds: [updated] })).status).toBe(200);
      expect((await client.summary(updated)).body.data).not.toEqual(before.body.data);
      await endAccess(system, loading, ended);
      expect((await client.summary(ended)).body.data).toMatchObject({ activo: false });
      for (const taxId of [loaded, updated, ended, kept]) await expectSame(taxId);

      await untilWarned('is too far behind');
      expect(await readsDuring(() => expectSame(kept))).toEqual({ replica: 0, primary: 0 });
      const lag = /vigia_read_replica_lag_seconds\{.*\} ([\d.]+)/.exec(await metrics())?.[1];
      expect(Number(lag)).toBeGreaterThan(maxLagMs / 1000);
    } finally {
      await pair.askStandby('SELECT pg_wal_replay_resume()');
    }
    await untilRead();
    await waitUntil(async () => (await warning()) === undefined, { what: 'the gateway reports no trouble' });
    await untilReplicaHas(2, () => expectSame(loaded));
  });

  it('ignore a row of the replica with the same revision but other content, as after a lost failover', async () => {
    const [rewritten] = others as [string];
    let asked = 0;
    // Again with other digits where a busy machine answered so late that the gateway left the replica out.
    for (let digit = 0; digit < 9 && asked < 2; digit += 1) {
      await pair.askStandby('SELECT pg_wal_replay_pause()');
      try {
        await system.database.query(
          `UPDATE profiles.profile SET updated_at = clock_timestamp(), fragments_v1[2] = replace(fragments_v1[2], $2, $3),
             fragments_v2[2] = replace(fragments_v2[2], $2, $3) WHERE tax_id = $1`,
          [rewritten, String(digit), String(digit + 1)],
        );
        const { replica, primary } = await readsDuring(() => expectSame(rewritten));
        expect(replica).toBe(0);
        asked = primary;
      } finally {
        await pair.askStandby('SELECT pg_wal_replay_resume()');
      }
      await untilRead();
    }
    expect(asked).toBe(2);
  });

  it('come from the primary while the replica is silent', async () => {
    const backends = await pair.askStandby<{ pid: number }>(`SELECT pid FROM pg_stat_activity WHERE application_name = 'vigia-gateway'`);
    expect(backends.length).toBeGreaterThan(0);
    // The gateway asks the replica again after a few seconds, which may be over before a busy machine has read the readiness.
    const timesSilent = () => reading.output().split('"trouble":"does not answer"').length;
    const before = timesSilent();
    // It reports nothing anew if it has already left the replica out.
    const isSilent = async () => timesSilent() > before || ((await warning())?.startsWith('does not answer') ?? false);
    const signal = (name: NodeJS.Signals) => {
      for (const { pid } of backends) {
        try {
          process.kill(pid, name);
        } catch {
          // This process of the replica has ended.
        }
      }
    };
    try {
      signal('SIGSTOP');
      expect((await client.summary(kept)).status).toBe(200);
      await waitUntil(isSilent, { what: 'the gateway says that the replica does not answer' });
      await expectSame(kept);
    } finally {
      signal('SIGCONT');
    }
    await untilRead();
  });

  it('do not fail when the replica is killed, and come from it again after its return', async () => {
    const over = new AbortController();
    const statuses = new Set<number>();
    const asking = others.map(async (taxId) => {
      while (!over.signal.aborted) statuses.add((await client.summary(taxId)).status);
    });
    try {
      await waitUntil(async () => (await reads()).replica > 100, { what: 'clients read' });
      await pair.standby.kill();
      await untilWarned('does not answer');
    } finally {
      over.abort();
      await Promise.all(asking);
    }
    expect([...statuses]).toEqual([200]);
    await expectSame(kept);
    await pair.restartStandby();
    await untilRead();
  });

  it('come from the primary alone after the replica was promoted', async () => {
    await pair.askStandby('SELECT pg_promote()');
    await untilWarned('follows no other server');
    expect(await readsDuring(() => expectSame(kept))).toEqual({ replica: 0, primary: 0 });
  });
});
