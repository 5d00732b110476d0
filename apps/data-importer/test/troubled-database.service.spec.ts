import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrate } from '@vigia/database';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@vigia/local-servers';
import { migrateBroker } from '@vigia/messaging';
import { openTestDatabase, waitUntil } from '@vigia/testing';
import pg from 'pg';
import { padronOf } from './running/padron.js';
import { connectReader, readWhole } from './running/reader.js';
import { startImporter, type RunningImporter } from './running/running-importer.js';

const padron = 'padron_reducido';
const reason = 'prueba';

/** A file system of a few megabytes. Only root may mount it, and not in every container; if mounting is not allowed, the run says so. */
const describeSmallDisk: (name: string, tests: () => void) => void = mayMount() ? describe : leaveOut;

function leaveOut(name: string): void {
  process.stderr.write(`left out, because this user may mount no small disk: an import ${name}\n`);
}

function mayMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'vigia-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place], { stdio: 'ignore' });
    execFileSync('umount', [place]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

describe('an import', () => {
  let folder: string;
  let postgres: EmbeddedPostgres;
  let importer: RunningImporter;
  let isMounted = false;

  const start = (port?: number) => startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), ...(port && { port }) });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-troubled-'));
    // The server runs as another user if the tests run as root.
    chmodSync(folder, 0o711);
    postgres = await start();
    await migrate(postgres.url);
    await migrateBroker(postgres.url);
    importer = await startImporter({ VIGIA_LOG_FILE: join(folder, 'log') }, openTestDatabase(postgres.url));
    await bring(1, 1_000);
  });

  afterAll(async () => {
    await importer?.stop();
    await postgres?.stop();
    if (isMounted) execFileSync('umount', [join(folder, 'small')]);
    rmSync(folder, { recursive: true, force: true });
  });

  /** Companies whose name is the number of their version. */
  const ask = async (made: number, count: number) => {
    const files = [importer.file(`${made}.txt`, padronOf(`EMPRESA ${made}`, count))];
    const asked = { dataset: padron, actor: reason, files, accept: reason };
    return (await importer.ask('datasets.import', asked)).version.version;
  };
  const bring = async (made: number, count: number) => importer.untilEnded(await ask(made, count));
  const inForce = async () => {
    const reader = await connectReader(postgres.url);
    const { least, most, rows, told } = await readWhole(reader);
    await reader.end();
    expect([least, rows]).toEqual([most, told]);
    return [least, rows];
  };
  const orphans = () =>
    importer.database.query(
      `SELECT relname FROM pg_class WHERE relnamespace = 'registry'::regnamespace AND relname ~ '^taxpayer_[0-9]+$'
         AND substr(relname, 10)::int NOT IN (SELECT id FROM registry.version WHERE state IN ('current', 'superseded'))`,
    );
  const stepOf = async (version: number) =>
    (await importer.database.query<{ step: string }>('SELECT step FROM registry.version WHERE id = $1', [version]))[0]!.step;

  it('starts again after an outage of the database; readers see whole versions before and after', async () => {
    const lock = new pg.Client({ connectionString: postgres.url });
    lock.on('error', () => undefined);
    await lock.connect();
    await lock.query('BEGIN; LOCK TABLE registry.taxpayer IN SHARE UPDATE EXCLUSIVE MODE');
    const version = await ask(2, 1_100);
    await waitUntil(async () => (await stepOf(version)) === 'key', { what: 'its rows are there and its keys are to be made' });
    expect(await inForce()).toEqual(['EMPRESA 1', 1_000]);
    const { port } = postgres;
    await postgres.stop();
    const rounds = () => readFileSync(join(folder, 'log'), 'utf8').match(/"loop":"imports"/g)?.length ?? 0;
    await waitUntil(() => rounds() >= 3, { what: 'the importer has looked for the database three times' });
    postgres = await start(port);
    await waitUntil(inForce, { what: 'the registry is read again' });
    expect(await importer.untilEnded(version)).toMatchObject({ state: 'current', failure: null, rows: 1_100 });
    expect(await inForce()).toEqual(['EMPRESA 2', 1_100]);
    expect(await orphans()).toEqual([]);
  });

  describeSmallDisk('when the disk of the database is full', () => {
    it('fails with the reason and leaves nothing behind, and the next import that fits succeeds', async () => {
      const small = join(folder, 'small');
      mkdirSync(small);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', small]);
      isMounted = true;
      const { uid, gid } = statSync(join(folder, 'postgres'));
      chownSync(small, uid, gid);
      await importer.pause();
      await importer.database.query(`CREATE TABLESPACE small LOCATION '${small}'`);
      await importer.database.query('GRANT CREATE ON TABLESPACE small TO PUBLIC');
      await importer.database.query(
        `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_tablespace = small', current_database()); END $$`,
      );
      await importer.resume();

      expect(await bring(3, 60_000)).toMatchObject({ state: 'failed', failure: 'the disk of the database is full' });
      expect(await inForce()).toEqual(['EMPRESA 2', 1_100]);
      expect(await orphans()).toEqual([]);
      expect(await bring(4, 1_200)).toMatchObject({ state: 'current', failure: null });
      expect(await inForce()).toEqual(['EMPRESA 4', 1_200]);
      const [partition] = await importer.database.query<{ space: string }>(
        `SELECT tablespace AS space FROM pg_tables WHERE schemaname = 'registry' AND tablename ~ '^taxpayer_[0-9]+$' ORDER BY tablename DESC`,
      );
      expect(partition).toEqual({ space: 'small' });
    });
  });
});
