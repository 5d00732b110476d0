import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { summaryV1, summaryV2 } from '@vigia/contracts';
import { migrate } from '@vigia/database';
import { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from '@vigia/local-servers';
import { migrateBroker } from '@vigia/messaging';
import {
  anyBroker,
  ApiClient,
  everyService,
  receiversOnThisMachine,
  startSystem,
  waitUntil,
  type System,
  type TestCorporation,
  type TestDatabase,
} from '@vigia/testing';
import pg from 'pg';
import { askOperator, timeoutMs } from '../../src/clients/ask-operator.js';
import { AwaitedSummary } from '../faults/awaited-summary.js';
import { holdBack, untilAsked, untilFinished } from '../faults/load-in-flight.js';
import { differences } from '../summary-contract/keeps-to-contract.js';
import { brokenRules } from '../summary-contract/summary-rules.js';
import { versionDifferences } from '../summary-contract/version-rules.js';
import { backupFolder, baseBackup } from './base-backup.js';
import { takeBack } from './take-back.js';
import { actsIn, TakenBack } from './taken-back.js';

const [beforeBackup, afterBackup, inFlight] = ['20990000019', '20990000027', '20991000012'];
/** A slow machine restores for longer than a source may take. */
const environment = { ...receiversOnThisMachine, VIGIA_TASK_DEADLINE_MS: '600000' };
/** For measurements: this much more data before the base backup and again after it, in a folder on the measured disk. */
const { VIGIA_DRILL_MB: fillerMegabytes = 0, VIGIA_DRILL_DIR: drillFolder = tmpdir() } = process.env;
const filler = `SELECT repeat(md5(random()::text), 32) AS text FROM generate_series(1, ${Number(fillerMegabytes) * 1000})`;

const runbook = readFileSync(join(backupFolder, '../../docs/runbooks/restore.md'), 'utf8');
const [, optionsOfNewest = ''] = /pg_ctl start .*\/newest -o '-p 5433 (.*)'/.exec(runbook) ?? [];
/** As in the runbook: without `max_connections`, which compose sets on the command line, so that a data folder does not have it. */
const settingsOfNewest = Object.fromEntries([...optionsOfNewest.matchAll(/-c (\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]));

type Five<T> = [T, T, T, T, T];
type Ring = 'VIGIA_SECRET_PEPPERS' | 'VIGIA_WEBHOOK_KEYS';

describe('a destroyed database', () => {
  let folder: string;
  const running: { stop(): Promise<unknown> }[] = [];
  const seconds = new Map<string, number>();

  afterEach(async () => {
    for (const one of running.splice(0).toReversed()) await one.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function timed<T>(what: string, work: () => Promise<T> | T): Promise<T> {
    const startedAt = performance.now();
    const result = await work();
    seconds.set(what, (performance.now() - startedAt) / 1000);
    return result;
  }

  async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres(options);
    running.push(server);
    return server;
  }

  async function startRestored(dataDir: string): Promise<EmbeddedPostgres> {
    const server = await start({ dataDir, maxConnections: 300 });
    await untilPromoted(databaseOf(server));
    return server;
  }

  it('is restored to the moment before with an empty broker: accepted work goes on, revocations stay', async () => {
    folder = mkdtempSync(join(drillFolder, 'vigia-restore-'));
    // The server runs as another user where the tests run as root.
    chmodSync(folder, 0o711);
    const folders = ['postgres', 'backups', 'wal', 'restored', 'newest'] as const;
    const [dataDir, backups, archive, restoredDir, newestDir] = folders.map((name) => join(folder, name)) as Five<string>;
    for (const path of [backups, archive]) {
      mkdirSync(path);
      chmodSync(path, 0o777);
    }
    const archiving = {
      archive_mode: 'on',
      archive_timeout: '60s',
      archive_command: `"${backupFolder}/archive-wal.sh" "${archive}" "%p" "%f"`,
    };
    const first = await start({ dataDir, maxConnections: 300, settings: archiving });
    await migrate(first.url);
    await migrateBroker(first.url);
    const before = await startSystem({ broker: anyBroker(), database: databaseOf(first), environment });
    running.push({ stop: () => killAll(before) });
    const corporation = await before.createCorporation('one_time');
    const client = new ApiClient(before.replicas('gateway')[0]!.url, corporation);
    const summary = await AwaitedSummary.prepare(before, corporation);
    running.push({ stop: async () => summary.close() });
    const takenBack = await TakenBack.prepare(before, corporation);
    expect((await client.load(beforeBackup)).status).toBe(200);
    await before.database.query(`CREATE TABLE public.filler AS ${filler}`);

    const [size] = await before.database.query<{ bytes: string; at: string }>(
      'SELECT pg_database_size(current_database()) AS bytes, pg_current_wal_lsn() AS at',
    );
    const base = await timed('base backup', () => baseBackup(first, dataDir, backups));
    await before.database.query(`INSERT INTO public.filler ${filler}`);
    expect((await client.load(afterBackup)).status).toBe(200);
    await holdBack(before, inFlight);
    void client.load(inFlight).catch(() => undefined);
    await untilAsked(before, inFlight);
    await summary.trigger(inFlight);
    const [moment] = await before.database.query<{ at: string; log: string }>(
      'SELECT clock_timestamp()::text AS at, pg_wal_lsn_diff(pg_current_wal_lsn(), $1) AS log',
      [size!.at],
    );

    await takenBack.takeBack();
    const { VIGIA_JWT_KEYS, ...rings } = before.environment as Record<'VIGIA_JWT_KEYS' | Ring, string>;
    const keys = { VIGIA_SECRET_PEPPERS: withNewer(rings.VIGIA_SECRET_PEPPERS), VIGIA_WEBHOOK_KEYS: withNewer(rings.VIGIA_WEBHOOK_KEYS) };
    await changeKeys(before, corporation, keys);
    // A deadlock with the services that still run ends this statement.
    const dropped = () => before.database.query('DROP SCHEMA IF EXISTS profiles, billing CASCADE').then(() => true);
    await waitUntil(dropped, { what: 'the schemas are gone' });
    const acts = await actsIn(before.database);
    await untilArchived(before.database);
    await killAll(before);
    await first.kill();
    rmSync(dataDir, { recursive: true });

    const restore = (dir: string, ...to: string[]) => execFileSync(join(backupFolder, 'restore.sh'), [base, archive, dir, ...to]);
    await timed('restore of files', () => restore(restoredDir, moment!.at));
    const restored = await timed('replay', () => startRestored(restoredDir));
    restore(newestDir);
    const newest = await start({ dataDir: newestDir, settings: settingsOfNewest });
    expect(await takeBack(newest.url, restored.url)).toHaveLength(6);
    expect(await takeBack(newest.url, restored.url)).toEqual([]);
    expect(acts.filter(({ action }) => action === 'credential.revoke')).toEqual([expect.objectContaining({ outcome: 'done' })]);
    const noted = expect.objectContaining({ actor: 'operator', action: 'database.restore', outcome: 'done' });
    expect(await actsIn(databaseOf(restored))).toEqual([...acts, noted]);
    await newest.stop();
    // It now stays in recovery, and is read as during the replay.
    writeFileSync(join(newestDir, 'standby.signal'), '');
    const replaying = await start({ dataDir: newestDir, maxConnections: 300 });
    await expect(takeBack(replaying.url, restored.url)).rejects.toThrow('this server still replays its WAL');
    await replaying.stop();
    const after = await timed('start of the services', () =>
      startSystem({
        broker: anyBroker(),
        database: databaseOf(restored),
        environment: { ...environment, VIGIA_JWT_KEYS, ...keys },
      }),
    );
    running.push(after);
    const anew = new ApiClient(after.replicas('gateway')[0]!.url, corporation);

    await untilFinished(after, inFlight, anew);
    await summary.untilTold();
    const refused = { credential: 401, user: 401, password: 401, corporation: 401, delivery: 'SKIPPED_INACTIVE' };
    expect(await takenBack.answeredBy(after)).toEqual(refused);
    expect((await askOperator(after, (messages) => messages.request('billing.verify', {}, { timeoutMs }))).drifts).toEqual([]);
    expect((await askOperator(after, (messages) => messages.request('portfolio.verify', {}, { timeoutMs }))).drifts).toEqual([]);
    for (const taxId of [beforeBackup, afterBackup, inFlight]) await keepsToContract(anew, taxId);
    expect((await anew.load('20990000035')).status).toBe(200);

    const gigabytes = (bytes: string) => Number(bytes) / 2 ** 30;
    const [stored, logged] = [gigabytes(size!.bytes), gigabytes(moment!.log)];
    const told = [...seconds].map(([what, took]) => `${what} ${took.toFixed(1)} s`);
    process.stderr.write(`restored ${stored.toFixed(2)} GB and ${logged.toFixed(2)} GB of the log: ${told.join(', ')}\n`);
  }, 900_000);
});

/** A ring of keys with a newer one before it. */
const withNewer = (ring: string) => `newer:${randomBytes(32).toString('base64url')},${ring}`;

/** Waits until the newer keys are in use, so that the operator would remove the older ones. */
async function changeKeys(system: System, client: TestCorporation, keys: Record<Ring, string>): Promise<void> {
  await system.start('webhook-dispatcher', keys);
  const gateway = await system.start('gateway', keys);
  await new ApiClient(gateway.url, client).authorization();
  const inUse = async () =>
    (
      await system.database.query<{ key: string }>(
        `SELECT pepper_id AS key FROM identity.credential WHERE access_key = $1
         UNION SELECT split_part(sealed_secret_key, ':', 2) FROM webhooks.configuration`,
        [client.accessKey],
      )
    ).map(({ key }) => key);
  await waitUntil(async () => (await inUse()).join() === 'newer', { what: 'the newer keys are in use' });
}

async function keepsToContract(client: ApiClient, taxId: string): Promise<void> {
  const [v1, v2] = [await client.summary(taxId, 'v1'), await client.summary(taxId, 'v2')];
  expect([taxId, v1.status, v2.status]).toEqual([taxId, 200, 200]);
  expect(differences(summaryV2, v2.body.data)).toEqual([]);
  expect(differences(summaryV1, v1.body.data)).toEqual([]);
  expect(brokenRules(v2.body.data)).toEqual([]);
  expect(versionDifferences(v1.body.data, v2.body.data)).toEqual([]);
}

async function killAll(system: System): Promise<void> {
  await Promise.all([...everyService.flatMap((name) => system.replicas(name)), system.simulator].map((one) => one.kill('SIGKILL')));
}

/** A segment that is not full is archived when the next one begins. */
async function untilArchived(database: TestDatabase): Promise<void> {
  const [last] = await database.query<{ name: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS name');
  await waitUntil(
    async () => {
      const [archived] = await database.query<{ isThere: boolean }>(
        `SELECT coalesce(last_archived_wal >= '${last!.name}', false) AS "isThere" FROM pg_stat_archiver`,
      );
      return archived!.isThere;
    },
    { what: 'the log is archived' },
  );
}

async function untilPromoted(database: TestDatabase): Promise<void> {
  await waitUntil(async () => !(await database.query<{ recovers: boolean }>('SELECT pg_is_in_recovery() AS recovers'))[0]!.recovers, {
    timeoutMs: 120_000,
    what: 'the restored server is writable',
  });
}

function databaseOf({ url }: EmbeddedPostgres): TestDatabase {
  return {
    url,
    async query<Row>(sql: string, params?: unknown[]) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        return (await client.query(sql, params)).rows as Row[];
      } finally {
        await client.end();
      }
    },
    drop: async () => undefined,
  };
}
