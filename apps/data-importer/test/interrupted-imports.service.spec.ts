import { on } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { holdLock, startServiceProcess, waitUntil, type ServiceProcess } from '@vigia/testing';
import pg from 'pg';
import { zipOf } from './fixtures/stored-zip.js';
import { companies as rucs, padronOf } from './running/padron.js';
import { startPublisher, type Publisher } from './running/publisher.js';
import { connectReader, readWhole } from './running/reader.js';
import { startImporter, type RunningImporter } from './running/running-importer.js';

const padron = 'padron_reducido';
const companies = 20_000;

describe('an import', () => {
  let importer: RunningImporter;
  let publisher: Publisher;
  let running: ServiceProcess | undefined;
  let listener: pg.Client;
  let steps: NodeJS.AsyncIterator<pg.Notification[]>;
  let published = 0;

  beforeAll(async () => {
    publisher = await startPublisher();
    importer = await startImporter({ VIGIA_DATA_ADDRESSES: JSON.stringify({ [padron]: publisher.url }) });
    listener = await connected(importer.database.url);
    await listener.query(tellSteps);
    steps = on(listener, 'notification');
    await bring();
    await importer.pause();
  });

  afterEach(async () => {
    await running?.kill('SIGKILL');
    publisher.release();
    await importer.pause();
  });

  afterAll(async () => {
    await listener?.end();
    await importer?.stop();
    await publisher?.close();
  });

  const start = async () => {
    running = await startServiceProcess('data-importer', {
      DATABASE_URL: importer.database.url,
      VIGIA_BROKER_URL: importer.brokerUrl,
      VIGIA_DATA_TAXPAYERS: 'all',
      VIGIA_DATA_DIR: importer.folder,
      VIGIA_DATA_ADDRESSES: JSON.stringify({ [padron]: publisher.url }),
    });
    return running;
  };
  /** Publishes the next version and requests its import. */
  const ask = async () => {
    published += 1;
    const name = 'padron_reducido_ruc.txt';
    publisher.publish(zipOf({ name, content: padronOf(`EMPRESA ${published}`, companies + published), isCompressed: true }));
    return (await importer.ask('datasets.import', { dataset: padron, actor: 'prueba', accept: 'prueba' })).version.version;
  };
  const bring = async () => importer.untilEnded(await ask());
  const row = async (version: number) =>
    (
      await importer.database.query<{ state: string; attempts: number }>(`SELECT state, attempts FROM registry.version WHERE id = $1`, [
        version,
      ])
    )[0]!;
  const untilAt = async (version: number, step: string) => {
    for (;;) {
      const [told] = (await steps.next()).value as pg.Notification[];
      if ([`${version} ${step}`, `${version} end`].includes(told!.payload!)) return;
    }
  };
  const downloads = () => {
    const folder = join(importer.folder, 'downloads', padron);
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  const inForce = async () => {
    const reader = await connectReader(importer.database.url);
    const { least, most, rows, told } = await readWhole(reader);
    await reader.end();
    expect([least, rows]).toEqual([most, told]);
    expect(rows).toBe(companies + Number(least.split(' ')[1]));
    return Number(least.split(' ')[1]);
  };
  /** PostgreSQL completes a commit that it received before the process died. */
  const untilDisconnected = () => {
    const connected = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'vigia-data-importer%'`;
    return waitUntil(async () => (await importer.database.query(connected)).length === 0, { what: 'the dead process is disconnected' });
  };
  const expectNothingLeft = async () => {
    const left = () =>
      importer.database.query(
        `SELECT relname FROM pg_class WHERE relnamespace = 'registry'::regnamespace AND relname ~ '^taxpayer_[0-9]+$'
           AND substr(relname, 10)::int NOT IN (SELECT id FROM registry.version WHERE state IN ('current', 'superseded'))`,
      );
    await waitUntil(async () => (await left()).length === 0 && downloads().length === 0, { what: 'no partition or file is left over' });
  };

  const random = seeded(4_711);
  it.each(['download', 'read', 'key', 'compare', 'end'])(
    'killed at or soon after its %s step leaves one whole version, and the next process completes it',
    async (step) => {
      const before = await inForce();
      const dying = await start();
      if (step === 'download') publisher.holdBack();
      const version = await ask();
      if (step === 'download') await waitUntil(() => downloads().length > 0, { what: 'half of the download is there' });
      await untilAt(version, step);
      for (let looks = random() * 20; looks > 0; looks -= 1) await row(version);
      await dying.kill('SIGKILL');
      publisher.release();
      await untilDisconnected();
      const { state } = await row(version);
      expect(await inForce()).toBe(state === 'current' ? published : before);
      await importer.resume();
      expect(await importer.untilEnded(version)).toMatchObject({ state: 'current', rows: companies + published });
      expect(await inForce()).toBe(published);
      await expectNothingLeft();
    },
  );

  it('killed after its commit leaves a file, which the next process removes; a partial download stays', async () => {
    const folder = join(importer.folder, 'downloads', padron);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'padron.zip'), 'whole');
    const half = ['other.zip.part', 'other.zip.part.tag'];
    for (const name of half) writeFileSync(join(folder, name), name);
    await importer.resume();
    await waitUntil(() => !downloads().includes('padron.zip'), { what: 'the file is removed' });
    expect(downloads()).toEqual(half);
    for (const name of half) rmSync(join(folder, name));
  });

  it('is carried out although a file that an ended process left cannot be removed', async () => {
    const folder = join(importer.folder, 'downloads', 'deep');
    const longName = 'x'.repeat(250);
    let deepest = folder;
    while (deepest.length < 3_850) deepest = join(deepest, 'x'.repeat(200));
    mkdirSync(deepest, { recursive: true });
    const descriptor = openSync(deepest, 'r');
    // Its whole path is longer than the system takes.
    const left = `/proc/self/fd/${descriptor}/${longName}`;
    writeFileSync(left, '');
    await importer.resume();
    const file = importer.file('ciiu.csv', '4711,Venta al por menor\n');
    expect(await importer.bringIn('ciiu', file, { publishedOn: '2026-11-20' })).toMatchObject({ state: 'current' });
    expect(existsSync(left)).toBe(true);
    rmSync(left);
    closeSync(descriptor);
    rmSync(folder, { recursive: true });
  });

  it.each(['download', 'key'])(
    'ends at once on SIGTERM at its %s step, without counting an attempt, and runs again later',
    async (step) => {
      const told = await start();
      const lock = await connected(importer.database.url);
      if (step === 'download') publisher.holdBack();
      else await lock.query('BEGIN; LOCK TABLE registry.taxpayer IN SHARE UPDATE EXCLUSIVE MODE');
      const version = await ask();
      await untilAt(version, step);
      expect(await told.kill('SIGTERM')).toBe(0);
      expect(await row(version)).toMatchObject({ attempts: 0 });
      await lock.end();
      publisher.release();
      await importer.resume();
      expect(await importer.untilEnded(version)).toMatchObject({ state: 'current' });
      expect(await row(version)).toMatchObject({ attempts: 1 });
      await expectNothingLeft();
    },
  );

  it('begins again with the reason to accept it, also if only its content can show that the reason is for it', async () => {
    const name = 'padron_reducido_ruc.txt';
    const content = Buffer.concat([padronOf('EMPRESA', companies), Buffer.from('20991000110|ULTIMA LINEA')]);
    const asked = async (accept?: string) =>
      (await importer.ask('datasets.import', { dataset: padron, actor: 'prueba', ...(accept && { accept }) })).version.version;
    await importer.resume();
    publisher.publish(zipOf({ name, content, isCompressed: true }));
    expect(await importer.untilEnded(await asked())).toMatchObject({ state: 'refused', acceptReason: null });
    await importer.pause();
    const ending = await start();
    const lock = await connected(importer.database.url);
    await lock.query('BEGIN; LOCK TABLE registry.taxpayer IN SHARE UPDATE EXCLUSIVE MODE');
    publisher.publish(zipOf({ name, content, isCompressed: false }));
    const version = await asked('prueba');
    await untilAt(version, 'key');
    expect(await ending.kill('SIGTERM')).toBe(0);
    await lock.end();
    await importer.resume();
    expect(await importer.untilEnded(version)).toMatchObject({ state: 'current', acceptReason: 'prueba' });
    await bring();
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'ended by %s while the same download waits is carried out later, and so is the waiting one',
    async (signal) => {
      const ending = await start();
      publisher.holdBack();
      const version = await ask();
      await untilAt(version, 'download');
      const next = await ask();
      expect(next).not.toBe(version);
      await ending.kill(signal);
      publisher.release();
      await importer.resume();
      expect(await importer.untilEnded(version)).toMatchObject({ state: 'current', rows: companies + published });
      expect(await importer.untilEnded(next)).toMatchObject({ state: 'unchanged' });
      expect(await inForce()).toBe(published);
      await expectNothingLeft();
    },
  );

  it.each(['waits', 'was interrupted'])('that %s when its licence is taken away is not carried out', async (how) => {
    const [asked] = await importer.database.query<{ id: number }>(
      `INSERT INTO registry.version (dataset, state, requested_by, attempts) VALUES ('opensanctions', $1, 'prueba', $2) RETURNING id`,
      how === 'waits' ? ['waiting', 0] : ['downloading', 1],
    );
    await importer.resume();
    expect(await importer.untilEnded(asked!.id)).toMatchObject({ state: 'failed', failure: 'its licence is not held' });
  });

  describe('of a register that arrives in batches', () => {
    const debtors = 6_000;
    const askForRegister = async (month: string) => {
      const lines = rucs(debtors).map((ruc) => `${ruc},${month},${'AFP de muestra '.repeat(20)},1234.50\n`);
      const files = [importer.file('deuda_laboral.csv', `ruc,periodo,entidad,monto\n${lines.join('')}`)];
      const asked = { dataset: 'deuda_laboral', actor: 'prueba', accept: 'prueba', files };
      return (await importer.ask('datasets.import', asked)).version.version;
    };
    /** Each batch stops before its first row while the gate is locked. */
    const lockGate = () => holdLock(importer.database, 'SELECT pg_advisory_lock(1)');
    /** The server process that copies the batch, while the importer reads the next one. */
    const untilAtGate = () =>
      waitUntil(
        async () => {
          const [copying] = await importer.database.query<{ pid: number }>(
            `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND NOT granted
               AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
          );
          return copying?.pid;
        },
        { what: 'a batch is at the gate' },
      );

    beforeAll(() =>
      importer.database.query(
        `CREATE FUNCTION registry.gate() RETURNS boolean LANGUAGE plpgsql AS
           $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN true; END $$;
         ALTER TABLE registry.fact ADD CONSTRAINT gate CHECK (registry.gate())`,
      ),
    );

    it('starts again in the same process when its connection ends within a batch', async () => {
      const gate = await lockGate();
      const { ended } = await start();
      const version = await askForRegister('2026-08');
      await importer.database.query('SELECT pg_terminate_backend($1)', [await untilAtGate()]);
      await gate.release();
      expect(await Promise.race([importer.untilEnded(version), ended])).toMatchObject({ state: 'current', rows: debtors });
      expect(await row(version)).toMatchObject({ attempts: 2 });
    });

    it('ends at once on SIGTERM within a batch, without counting an attempt', async () => {
      const gate = await lockGate();
      const told = await start();
      const version = await askForRegister('2026-09');
      await untilAtGate();
      expect(await told.kill('SIGTERM')).toBe(0);
      await gate.release();
      expect(await row(version)).toMatchObject({ attempts: 0 });
      await importer.resume();
      expect(await importer.untilEnded(version)).toMatchObject({ state: 'current' });
    });
  });

  it('has a priority below normal in every thread of its process', async () => {
    const idle = await start();
    for (const thread of readdirSync(`/proc/${idle.pid}/task`))
      expect(getPriority(Number(thread))).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
    expect(await idle.kill()).toBe(0);
  });

  it('starts again in the same process when the database ends every connection', async () => {
    await start();
    const lock = await connected(importer.database.url);
    await lock.query('BEGIN; LOCK TABLE registry.taxpayer IN SHARE UPDATE EXCLUSIVE MODE');
    const version = await ask();
    await untilAt(version, 'key');
    const ended = await lock.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'vigia-data-importer%'`,
    );
    expect(ended.rowCount).toBeGreaterThan(1);
    await lock.end();
    expect(await importer.untilEnded(version)).toMatchObject({ state: 'current', failure: null });
    expect(await row(version)).toMatchObject({ attempts: 2 });
    await expectNothingLeft();
  });

  it('fails when the disk is full and deletes its download; the next import succeeds', async () => {
    const folder = join(importer.folder, 'downloads', padron);
    mkdirSync(folder, { recursive: true });
    symlinkSync('/dev/full', join(folder, 'padron.zip.part'));
    await importer.resume();
    const version = await ask();
    expect(await importer.untilEnded(version)).toMatchObject({ state: 'failed', failure: expect.stringContaining('ENOSPC') });
    expect(downloads()).toEqual([]);
    expect(await bring()).toMatchObject({ state: 'current' });
    await expectNothingLeft();
  });
});

/** Notifications, because polling would take the processor from the importer, which has a low priority. */
const tellSteps = `
  CREATE FUNCTION registry.tell_step() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_notify('steps', NEW.id || ' ' || CASE WHEN NEW.ended_at IS NULL THEN coalesce(NEW.step, 'none') ELSE 'end' END);
    RETURN NULL;
  END $$;
  CREATE TRIGGER tell_step AFTER UPDATE OF step, ended_at ON registry.version FOR EACH ROW
    WHEN (OLD.step IS DISTINCT FROM NEW.step OR OLD.ended_at IS DISTINCT FROM NEW.ended_at) EXECUTE FUNCTION registry.tell_step();
  LISTEN steps`;

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** The same numbers in every run. */
function seeded(state: number): () => number {
  let next = state;
  return () => (next = (next * 16_807) % 2_147_483_647) / 2_147_483_647;
}
