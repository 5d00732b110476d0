import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@vigia/service-kit';
import { waitUntil } from '@vigia/testing';
import { padronOf } from './running/padron.js';
import { connectReader, readWhole, startReader } from './running/reader.js';
import { startImporter, startReplica, type RunningImporter } from './running/running-importer.js';

const padron = 'padron_reducido';
const reason = 'prueba';

describe('the switch of versions', () => {
  let importer: RunningImporter;
  let made = 0;

  beforeAll(async () => {
    importer = await startImporter();
    await importer.database.query('UPDATE registry.dataset SET keep = 2 WHERE name = $1', [padron]);
  });

  afterAll(() => importer?.stop());

  /** Each version has its number in its names, and one row more than the version before. */
  const next = () => {
    made += 1;
    return importer.file(`${made}.txt`, padronOf(`EMPRESA ${made}`, 200 + made));
  };
  const bring = () => importer.bringIn(padron, next(), { publishedOn: '2026-11-20', accept: reason });
  const partitions = () =>
    importer.database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'registry'::regnamespace AND relname ~ '^taxpayer_[0-9]+$'`,
    );

  it('shows readers one whole version in every answer, without a failed read', async () => {
    await bring();
    const readers = await Promise.all([startReader(importer.database.url), startReader(importer.database.url)]);
    for (let switched = 0; switched < 10; switched += 1) expect(await bring()).toMatchObject({ state: 'current' });
    await waitUntil(async () => (await partitions()).length === 2, { what: 'old versions are taken away' });
    await importer.ask('datasets.rollback', { dataset: padron, actor: reason, reason });
    const before = { rows: 200 + made - 1, least: `EMPRESA ${made - 1}` };
    for (const { answers } of readers)
      await waitUntil(() => answers.at(-1)?.least === before.least, { what: 'the version before is read again' });
    await Promise.all(readers.map((reader) => reader.stop()));
    const answers = readers.flatMap((reader) => reader.answers);
    expect(readers.flatMap((reader) => reader.failures)).toEqual([]);
    const isWhole = ({ rows, told, least, most, labels }: (typeof answers)[number]) =>
      least === most && labels === 1 && rows === told && rows === 200 + Number(least.split(' ')[1]);
    expect(answers.filter((seen) => !isWhole(seen))).toEqual([]);
    expect(new Set(answers.map(({ least }) => least)).size).toBeGreaterThan(5);
    expect(answers.at(-1)).toMatchObject(before);
  });

  it('keeps the version of an open snapshot, and drops it only afterwards', async () => {
    await importer.database.query('UPDATE registry.dataset SET keep = 1 WHERE name = $1', [padron]);
    await bring();
    const reader = await connectReader(importer.database.url);
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const first = await readWhole(reader);
    const { version, previous } = await bring();
    const isMarked = () => importer.database.query(`SELECT FROM registry.version WHERE id = $1 AND state = 'pruned'`, [previous]);
    await waitUntil(async () => (await isMarked()).length === 1, { what: 'the version before is marked' });
    expect(await readWhole(reader)).toEqual(first);
    await reader.query('COMMIT');
    await waitUntil(async () => (await partitions()).length === 1, { what: 'the version before is taken away' });
    expect(await partitions()).toEqual([{ name: `taxpayer_${version}` }]);
    expect(await readWhole(reader)).toMatchObject({ least: `EMPRESA ${made}` });
    await reader.end();
  });

  it('is done once for each version, by one of two replicas', async () => {
    await importer.pause();
    const asked: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      const [row] = await importer.database.query<{ id: number }>(
        `INSERT INTO registry.version (dataset, state, requested_by, files, accept_reason) VALUES ($1, 'waiting', $2, $3, $2) RETURNING id`,
        [padron, reason, JSON.stringify([next()])],
      );
      asked.push(row!.id);
    }
    let other: RunningService | undefined;
    try {
      [other] = await Promise.all([startReplica(importer, { VIGIA_DATA_DIR: importer.folder }), importer.resume()]);
      for (const version of asked) expect((await importer.untilEnded(version)).failure).toBeNull();
      const carriedOut = await importer.database.query(
        `SELECT id, attempts, state, (SELECT count(*)::int FROM registry.switch WHERE to_version = version.id) AS switches
         FROM registry.version WHERE id = ANY($1) ORDER BY id`,
        [asked],
      );
      const once = { attempts: 1, switches: 1 };
      expect(carriedOut).toMatchObject(asked.map((id) => ({ id, ...once })));
      await waitUntil(async () => (await partitions()).length === 1, { what: 'no partition is left over' });
    } finally {
      await other?.close();
    }
  });
});
