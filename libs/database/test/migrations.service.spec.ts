import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { PlainError } from '@vigia/contracts';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createEmptyDatabase, createTestDatabase, waitUntil, type TestDatabase } from '@vigia/testing';
import { openDataSource } from '../src/migrations/data-source.js';
import { WhatHadFailed1763600000078 } from '../src/migrations/0078-what-had-failed.js';
import { EndsThatMove1763600000079 } from '../src/migrations/0079-ends-that-move.js';
import { FailedForThoseWhoAsked1763600000132 } from '../src/migrations/0132-failed-for-those-who-asked.js';
import { migrations } from '../src/migrations/index.js';
import { assertMigrated, camelCase, migrate, openDatabase, PendingMigrationsError } from '../src/index.js';

describe('migrations', () => {
  const opened: { drop(): Promise<void> }[] = [];

  afterEach(async () => {
    for (const database of opened.splice(0)) await database.drop();
  });

  async function empty(): Promise<TestDatabase> {
    const database = await createEmptyDatabase();
    opened.push(database);
    return database;
  }

  it('run once when several processes start them at the same time', async () => {
    const database = await empty();
    const applied = await Promise.all([1, 2, 3].map(() => migrate(database.url)));
    const counts = applied.map(({ length }) => length).sort((a, b) => a - b);
    expect(counts.slice(0, 2)).toEqual([0, 0]);
    const [{ count }] = (await database.query<{ count: number }>('SELECT count(*)::int AS count FROM public.migration')) as [
      { count: number },
    ];
    expect(count).toBe(counts[2]);
    // The services would keep the plan to read such a table from end to end.
    const analysedAsEmpty = `SELECT oid::regclass::text AS name FROM pg_class
      WHERE relkind = 'r' AND reltuples = 0 AND relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`;
    expect(await database.query(analysedAsEmpty)).toEqual([]);
  });

  it('stop with the connection that holds their lock; a waiting run reports that it waits, then applies them', async () => {
    const database = await createTestDatabase();
    opened.push(database);
    const { name } = new WhatHadFailed1763600000078();
    await database.query('DELETE FROM public.migration WHERE name = $1', [name]);
    const end = (application: string) =>
      database.query<{ ended: boolean }>(
        `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1
           AND (wait_event_type = 'Lock' OR EXISTS (
             SELECT FROM pg_locks WHERE pg_locks.pid = pg_stat_activity.pid AND locktype = 'advisory' AND granted))`,
        [application],
      );
    let waits = 0;
    const holder = await openDatabase({ url: database.url, poolSize: 1 });
    const { second } = await holder.transaction(async (tx) => {
      // The table of migrations can be read but not written, so that the first run stops in the middle.
      await tx.rows('LOCK TABLE public.migration IN EXCLUSIVE MODE');
      const first = migrate(database.url).catch((error: Error) => error.message);
      await waitUntil(async () => (await howManyWait(database)) === 1, { what: 'the first is in the middle of a migration' });
      const waiting = migrate(database.url, { onWait: () => (waits += 1) });
      await waitUntil(() => waits > 0, { what: 'the second waits' });
      expect(await end('vigia-owner-session')).toEqual([{ ended: true }]);
      expect(await first).toContain('terminat');
      // The process of the first run would end now.
      await end('vigia-owner');
      return { second: waiting };
    });
    expect([await second, waits]).toEqual([[name], 1]);
    await holder.close();
  });

  describe('whose lock a reader blocks', () => {
    const migration = new EndsThatMove1763600000079();
    const { name } = migration;
    const failure = `${name} was not applied: a lock was not free in time`;
    const tries = Array.from({ length: 20 }, () => 1);

    async function without(undone: MigrationInterface): Promise<TestDatabase> {
      const database = await createTestDatabase();
      opened.push(database);
      await undone.down({ query: (text: string) => database.query(text) } as QueryRunner);
      await database.query('DELETE FROM public.migration WHERE name = $1', [undone.name]);
      return database;
    }

    async function withReader(run: (url: string, end: () => Promise<void>) => Promise<void>): Promise<void> {
      const database = await without(migration);
      const reader = await openDatabase({ url: database.url, poolSize: 1 });
      const ends = new AbortController();
      const ended = reader.transaction(async (tx) => {
        await tx.rows('SELECT FROM billing.monitoring');
        const ran = run(database.url, async () => ends.abort()).finally(() => ends.abort());
        await once(ends.signal, 'abort');
        return { ran };
      });
      await (
        await ended
      ).ran;
      await reader.close();
    }

    it('retry, and report each failed attempt', async () => {
      await withReader(async (url, endReader) => {
        const told: string[] = [];
        const onLocked = (what: string) => {
          told.push(what);
          if (told.length === 2) void endReader();
        };
        expect(await migrate(url, { cleanup: true, onLocked, betweenTriesMs: tries })).toEqual([name]);
        expect(told.slice(0, 2)).toEqual([failure, failure]);
      });
    });

    it('retry when they and a reader of a view wait for each other', async () => {
      const replacing = new FailedForThoseWhoAsked1763600000132();
      const database = await without(replacing);
      const told: string[] = [];
      const reader = await openDatabase({ url: database.url, poolSize: 1 });
      const { migrated } = await reader.transaction(async (tx) => {
        // PostgreSQL ends the transaction that looks for a deadlock: the migration, after a second.
        await tx.rows(`SET LOCAL deadlock_timeout = '1min'`);
        // Locks the view alone, as a query does before it locks the table.
        await tx.rows('COMMENT ON VIEW profiles.failed_item IS NULL');
        const running = migrate(database.url, { onLocked: (what) => told.push(what), betweenTriesMs: tries });
        await waitUntil(async () => (await howManyWait(database)) === 1, { what: 'the migration has the table and waits for the view' });
        await tx.rows('SELECT FROM profiles.load');
        return { migrated: running };
      });
      expect(await migrated).toEqual([replacing.name]);
      expect(told[0]).toBe(`${replacing.name} was not applied: a lock was not free in time`);
      await reader.close();
    });

    it('fail in the end with the name of the migration and the advice to run it again', async () => {
      await withReader(async (url) => {
        await expect(migrate(url, { cleanup: true, betweenTriesMs: [1] })).rejects.toThrow(`${failure}. Run it again.`);
      });
    });
  });

  it('fail the check of a starting service until they are applied', async () => {
    const { url } = await empty();
    const before = await openDatabase({ url });
    await expect(assertMigrated(before)).rejects.toThrow(PendingMigrationsError);
    await before.close();
    await migrate(url);
    const after = await openDatabase({ url, service: 'billing' });
    await expect(assertMigrated(after)).resolves.toBeUndefined();
    await after.close();
  });

  it('are refused, and so is their check, on a server that is too old, with its version', async () => {
    const database = await empty();
    await database.query(
      `CREATE SCHEMA old;
       CREATE FUNCTION old.current_setting(text) RETURNS text LANGUAGE sql AS $$ SELECT CASE $1 WHEN 'server_version' THEN '17.6' ELSE '170006' END $$;
       DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = old, pg_catalog, public', current_database()); END $$`,
    );
    const service = await openDatabase({ url: database.url });
    const refusal = 'the database is PostgreSQL 17.6, and 18 or newer is needed';
    await expect(migrate(database.url)).rejects.toThrow(refusal);
    await expect(assertMigrated(service)).rejects.toThrow(refusal);
    await service.close();
    expect(await database.query(`SELECT to_regclass('public.migration') AS migrations`)).toEqual([{ migrations: null }]);
  });

  it.each([
    ['in the database', '', 'permission denied for schema public'],
    ['to make roles', 'GRANT CREATE ON SCHEMA public TO', 'Schemas1763600000001 was not applied: permission denied to '],
  ])('name what a login without rights %s may not do, and the page with these rights', async (_where, grant, failure) => {
    const database = await empty();
    const login = `login_${randomBytes(4).toString('hex')}`;
    await database.query(`CREATE ROLE ${login} LOGIN PASSWORD 'once'; ${grant && `${grant} ${login}`}`);
    const error = await migrate(Object.assign(new URL(database.url), { username: login, password: 'once' }).href).catch(
      (one: unknown) => one,
    );
    await database.query(`DROP OWNED BY ${login}; DROP ROLE ${login}`);
    expect(error).toBeInstanceOf(PlainError);
    expect(String(error)).toContain(failure);
    expect(String(error)).toContain('. docs/deployment.md lists the rights of the login that migrates.');
  });

  it('are reported as pending when only the last one is missing', async () => {
    const database = await createTestDatabase();
    opened.push(database);
    await database.query('DELETE FROM public.migration WHERE name = $1', [new (migrations.at(-1)!)().name]);
    const connection = await openDatabase({ url: database.url });
    await expect(assertMigrated(connection)).rejects.toThrow('run the command `migrate` first');
    await connection.close();
  });

  it('fill what a failed load showed, without data, and leave a profile that has a newer load', async () => {
    const database = await createTestDatabase();
    opened.push(database);
    const v1 = ['"finanzas":{"directa":1}', '"legal":null', '"boletin":{"deudas":[]}', '"puntaje_riesgo_tercero":{"semaforo":1}'];
    const v2 = [
      '"finanzas":{"statusCode":"SH10","data":{"directa":1}}',
      '"legal":{"statusCode":"SH40","data":{}}',
      '"boletin":{"statusCode":"SH11","data":{"deudas":[]}}',
      '"alerta_tercero":{"statusCode":"SH10","data":{"semaforo":1}}',
    ];
    const failed = async (taxId: string, estado: string, shown: string[] | null = null) => {
      await database.query(
        `WITH load AS (
           INSERT INTO profiles.load (id, doc_type, tax_id, state, estado, failed_sources, correlation_id, deadline_at, closed_at, shown_v1, shown_v2)
           VALUES (gen_random_uuid(), 'DNI', $1, 'closed', 'failed', '{}', 'test', now(), now(), $5, $5) RETURNING id)
         INSERT INTO profiles.profile (doc_type, tax_id, estado, failed_sources, fragments_v1, fragments_v2, load_id)
         SELECT 'DNI', $1, $2, '{}', $3, $4, id FROM load`,
        [taxId, estado, v1, v2, shown],
      );
    };
    await Promise.all([failed('99990001', 'failed'), failed('99990002', 'partial'), failed('99990003', 'failed', ['kept'])]);
    await failed('99990004', 'failed');
    await database.query(
      `INSERT INTO profiles.load (id, doc_type, tax_id, correlation_id, deadline_at) VALUES (gen_random_uuid(), 'DNI', '99990004', 'test', now())`,
    );
    const isFilled = async () => {
      await database.query('DELETE FROM public.migration WHERE name = $1', [new WhatHadFailed1763600000078().name]);
      await migrate(database.url);
      const loads = await database.query(`SELECT tax_id, shown_v1, shown_v2 FROM profiles.load WHERE state = 'closed' ORDER BY tax_id`);
      expect(loads).toEqual([
        {
          tax_id: '99990001',
          shown_v1: ['"finanzas":null', v1[1], v1[2], '"puntaje_riesgo_tercero":null'],
          shown_v2: ['"finanzas":{"statusCode":"SH50","data":{}}', v2[1], v2[2], '"alerta_tercero":{"statusCode":"SH50","data":{}}'],
        },
        { tax_id: '99990002', shown_v1: null, shown_v2: null },
        { tax_id: '99990003', shown_v1: ['kept'], shown_v2: ['kept'] },
        { tax_id: '99990004', shown_v1: null, shown_v2: null },
      ]);
    };
    await isFilled();
    await isFilled();
  });

  it('agree with the entities: each table is an entity, each column a property of the same type', async () => {
    const database = await createTestDatabase();
    opened.push(database);
    const actual = await database.query<DescribedColumn>(
      `SELECT nspname || '.' || relname AS table, attname AS name, format_type(atttypid, atttypmod) AS type, NOT attnotnull AS nullable,
         attnum = ANY(coalesce(conkey, '{}')) AS "isKey"
       FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
         LEFT JOIN pg_constraint ON conrelid = attrelid AND contype = 'p'
       WHERE nspname IN ('identity', 'profiles', 'billing', 'webhooks', 'registry') AND relkind IN ('r', 'p') AND NOT relispartition
         AND attnum > 0 AND NOT attisdropped`,
    );
    const source = await openDataSource({ url: database.url });
    const declared = source.entityMetadatas.flatMap(({ schema, tableName, columns }) =>
      columns.map((column) => ({
        table: `${schema}.${tableName}`,
        name: column.databaseName,
        type: `${source.driver.normalizeType(column)}${column.isArray ? '[]' : ''}`,
        nullable: column.isNullable,
        isKey: column.isPrimary,
      })),
    );
    const misnamed = source.entityMetadatas.flatMap(({ columns }) =>
      columns.filter(({ databaseName, propertyName }) => camelCase(databaseName) !== propertyName).map(({ propertyPath }) => propertyPath),
    );
    await source.destroy();
    expect(declared.toSorted(byName)).toEqual(actual.toSorted(byName));
    expect(misnamed).toEqual([]);
  });
});

const howManyWait = async (database: TestDatabase) =>
  (await database.query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)).length;

interface DescribedColumn {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  isKey: boolean;
}

function byName(one: DescribedColumn, other: DescribedColumn): number {
  return `${one.table}.${one.name}` < `${other.table}.${other.name}` ? -1 : 1;
}
