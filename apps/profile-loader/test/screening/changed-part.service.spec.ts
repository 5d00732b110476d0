import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Document } from '@vigia/contracts';
import { openDatabase, type Database } from '@vigia/database';
import { createLogger } from '@vigia/observability';
import { createTestDatabase, holdLock, type TestDatabase } from '@vigia/testing';
import type { Loads } from '../../src/loads/loads.js';
import { Lists } from '../../src/screening/lists/lists.js';
import { Rescreening } from '../../src/screening/rescreening/rescreening.js';
import { TouchedProfiles } from '../../src/screening/rescreening/screen-touched.js';
import type { ProfileLoaderSettings } from '../../src/settings.js';
import type { SourceProviders } from '../../src/sources/providers/provider.js';
import { switchList, type Planted } from './planted-list.js';

const silent = createLogger('test', { level: 'silent' });
/** One page of changes, and two more. */
const subjects = 1_002;
const other: Planted = { id: 'U-0', names: [{ name: 'NADIE DE AQUI JAMAS' }] };
const nobody = new AbortController().signal;

describe('a rescreening by one of several replicas', () => {
  let database: TestDatabase;
  let connection: Database;
  let rescreening: Rescreening;
  let touched: TouchedProfiles;
  const opened: string[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    connection = await openDatabase({ url: database.url, service: 'profile-loader', poolSize: 4, lockTimeout: 60_000 });
    const loads = { openOrJoin: async (_tx: unknown, { taxId }: Document) => void opened.push(taxId) } as unknown as Loads;
    const providers = { of: { listas_compliance: { concurrency: 1 } } } as SourceProviders;
    touched = new TouchedProfiles(connection, loads, providers, { taskDeadlineMs: 60_000 } as ProfileLoaderSettings, silent);
    rescreening = new Rescreening(connection, new Lists(connection), touched, silent);
    await database.query(
      `INSERT INTO profiles.screened_subject (tax_id, doc_type, position, role, name)
       SELECT (20500000000 + n)::text, 'RUC', 1, 'titular', 'EMPRESA ' || translate(md5(n::text), '0123456789', 'ghijklmnop') FROM generate_series(1, $1) AS n`,
      [subjects],
    );
    await switchList(database, 'un', 'un 1', [other]);
    while (await rescreening.round(nobody));
  });

  afterAll(async () => {
    await connection?.close();
    await database?.drop();
  });

  const tasks = () => database.query<{ tax_id: string }>('SELECT tax_id FROM profiles.rescreening_task WHERE closed_at IS NULL ORDER BY 1');

  it('keeps what it has read of the list while another one has the row', async () => {
    const [last] = await database.query<{ name: string }>('SELECT name FROM profiles.screened_subject ORDER BY tax_id DESC LIMIT 1');
    const names = [{ name: last!.name, order: 'unknown' as const }];
    const version = await switchList(database, 'un', 'un 2', [other, { id: 'U-1', kind: 'company', names }]);
    expect(await rescreening.round(nobody)).toBe(true);
    const taken = await holdLock(database, 'SELECT FROM profiles.rescreening WHERE compared_at IS NULL FOR UPDATE');
    expect(await rescreening.round(nobody)).toBe(false);
    // Who reads it again finds nothing.
    await database.query('DELETE FROM registry.list_entity WHERE version = $1', [version]);
    await taken.release();
    expect(await rescreening.round(nobody)).toBe(false);
    expect(await tasks()).toEqual([{ tax_id: `${20_500_000_000 + subjects}` }]);
  });

  it('holds no transaction open while it reads the list, which PostgreSQL would end', async () => {
    await switchList(database, 'un', 'un 2b', [other, { id: 'U-2', names: [{ name: 'OTRO QUE NO ESTA' }] }]);
    const unread = await holdLock(database, 'LOCK TABLE registry.list_name');
    const round = rescreening.round(nobody);
    await unread.untilWaitedFor();
    const free = await database.query('SELECT FROM profiles.rescreening WHERE compared_at IS NULL FOR UPDATE SKIP LOCKED');
    await unread.release();
    while (await round.then(() => rescreening.round(nobody)));
    expect(free).toHaveLength(1);
  });

  it('compares the whole list if thousands of its entries have changed, because prepared they would take ten times the memory', async () => {
    const entities = (number: number) => [
      other,
      ...Array.from({ length: number }, (_, n) => ({ id: `M-${n}`, names: [{ name: `AJENO ${n}` }] })),
    ];
    const isWhole = async () => {
      while (await rescreening.round(nobody));
      const [newest] = await database.query<{ is_whole: boolean }>('SELECT is_whole FROM profiles.rescreening ORDER BY id DESC LIMIT 1');
      return newest!.is_whole;
    };
    await switchList(database, 'un', 'un 3', [other]);
    await isWhole();
    await switchList(database, 'un', 'un 4', entities(2_000));
    expect(await isWhole()).toBe(false);
    await switchList(database, 'un', 'un 5', [other]);
    expect(await isWhole()).toBe(false);
    await switchList(database, 'un', 'un 6', entities(2_001));
    expect(await isWhole()).toBe(true);
  });

  it('opens no more loads than can be screened before their deadline', async () => {
    opened.length = 0;
    await database.query(
      `INSERT INTO profiles.rescreening_task (rescreening, tax_id, doc_type)
       SELECT max(id), (20500000000 + n)::text, 'RUC' FROM profiles.rescreening, generate_series(1, 30) AS n GROUP BY n`,
    );
    await database.query(
      `WITH load AS (
         INSERT INTO profiles.load (id, doc_type, tax_id, correlation_id, deadline_at)
         SELECT gen_random_uuid(), 'RUC', (20510000000 + n)::text, 'test', now() + interval '1 minute' FROM generate_series(1, 15) AS n
         RETURNING id)
       INSERT INTO profiles.task (load_id, source, state, due_at, deadline_at, place)
       SELECT id, 'listas_compliance', 'pending', now(), now() + interval '1 minute', 1000 FROM load`,
    );
    await touched.openDue();
    expect(opened).toHaveLength(5);
    await database.query(`UPDATE profiles.task SET state = 'empty', closed_at = now()`);
    await touched.openDue();
    expect(opened).toHaveLength(25);
  });
});
