import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '@vigia/testing';
import { openDataSource } from '../src/migrations/data-source.js';
import { assertMigrated, migrate, openDatabase, serviceRoles, type DatabaseService } from '../src/index.js';
import { ViewsBetweenServices1763600000027 } from '../src/migrations/0027-views-between-services.js';
import { cleanups, migrations } from '../src/migrations/index.js';

interface Grant {
  service: string;
  relation: string;
  privilege: string;
}

const schemaOf = {
  gateway: 'identity',
  'profile-loader': 'profiles',
  billing: 'billing',
  'webhook-dispatcher': 'webhooks',
  'data-importer': 'registry',
};
const privileges = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN'];
const ofColumns = ['SELECT', 'INSERT', 'UPDATE', 'REFERENCES'];

/** The table in ARCHITECTURE.md: a line for each view, with its name and its readers. */
const published = [
  ...readFileSync(new URL('../../../ARCHITECTURE.md', import.meta.url), 'utf8').matchAll(/^\| `(\w+\.\w+)` +\| ([a-z, -]+) \|/gm),
].map(([, view = '', readers = '']) => ({ view, readers: readers.trim().split(', ') }));

describe('the views between services', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database?.drop());

  it('are all that a service may read in the schema of another, and it may write nothing there', async () => {
    const found = await database.query<Grant>(
      `SELECT role.service, relnamespace::regnamespace || '.' || relname AS relation, privilege
       FROM jsonb_to_recordset($1::jsonb) AS role (service text, name text, schema text), unnest($2::text[]) AS privilege, pg_class
       WHERE relnamespace::regnamespace::text = ANY(ARRAY['identity', 'profiles', 'billing', 'webhooks', 'registry']) AND relkind IN ('r', 'p', 'v', 'm', 'f')
         AND relnamespace::regnamespace::text <> role.schema
         AND (has_table_privilege(role.name, pg_class.oid, privilege)
           OR privilege = ANY($3) AND has_any_column_privilege(role.name, pg_class.oid, CASE WHEN privilege = ANY($3) THEN privilege ELSE 'SELECT' END))`,
      [
        JSON.stringify(
          Object.entries(serviceRoles).map(([service, name]) => ({ service, name, schema: schemaOf[service as DatabaseService] })),
        ),
        privileges,
        ofColumns,
      ],
    );
    const expected = published.flatMap(({ view, readers }) => readers.map((service) => ({ service, relation: view, privilege: 'SELECT' })));
    expect(expected.length).toBeGreaterThan(10);
    expect(found.toSorted(byName)).toEqual(expected.toSorted(byName));
  });

  it('have a comment each, and are those that ARCHITECTURE.md lists', async () => {
    const views = await database.query<{ name: string; meaning: string | null }>(
      `SELECT relnamespace::regnamespace || '.' || relname AS name, obj_description(oid, 'pg_class') AS meaning FROM pg_class
       WHERE relkind IN ('v', 'm') AND relnamespace::regnamespace::text IN ('identity', 'profiles', 'billing', 'webhooks', 'registry') ORDER BY name`,
    );
    expect(views.map(({ name }) => name)).toEqual(published.map(({ view }) => view).toSorted());
    expect(views.filter(({ meaning }) => !meaning || meaning.length < 40)).toEqual([]);
  });

  it('need no function that runs with the rights of its owner', async () => {
    const functions = await database.query(
      `SELECT oid::regprocedure FROM pg_proc WHERE prosecdef AND pronamespace::regnamespace::text IN ('public', 'identity', 'profiles', 'billing', 'webhooks', 'registry')`,
    );
    expect(functions).toEqual([]);
  });

  it('come beside the tables that the previous release reads, until the cleanups revoke these', async () => {
    const upgraded = await createEmptyDatabase();
    const firstNew = migrations.indexOf(ViewsBetweenServices1763600000027);
    const before = await openDataSource({ url: upgraded.url, migrations: migrations.slice(0, firstNew) });
    await before.runMigrations();
    await before.destroy();
    const names = (list: typeof migrations | typeof cleanups) => list.map((Migration) => new Migration().name);
    const reads = async () => {
      const gateway = await openDatabase({ url: upgraded.url, service: 'gateway', poolSize: 1 });
      await assertMigrated(gateway);
      const reading = async (relation: string) =>
        gateway.rows(`SELECT FROM ${relation} LIMIT 1`).then(
          () => 'read',
          ({ sqlState }: { sqlState: string }) => sqlState,
        );
      const both = [await reading('billing.access'), await reading('billing.current_access')];
      await gateway.close();
      return both;
    };
    expect(await migrate(upgraded.url)).toEqual(names(migrations).slice(firstNew));
    expect(await reads()).toEqual(['read', 'read']);
    expect(await migrate(upgraded.url, { cleanup: true })).toEqual(names(cleanups));
    expect(await reads()).toEqual(['42501', 'read']);
    const undone = await openDataSource({ url: upgraded.url, migrations: [...migrations, ...cleanups] });
    for (let left = migrations.length + cleanups.length; left > firstNew; left -= 1) await undone.undoLastMigration();
    await undone.destroy();
    const inOrder = [...names(migrations).slice(firstNew), ...names(cleanups)].toSorted((a, b) => (a.slice(-13) < b.slice(-13) ? -1 : 1));
    expect(await migrate(upgraded.url, { cleanup: true })).toEqual(inOrder);
    await upgraded.drop();
  });
});

function byName(one: Grant, other: Grant): number {
  return `${one.service} ${one.relation} ${one.privilege}` < `${other.service} ${other.relation} ${other.privilege}` ? -1 : 1;
}
