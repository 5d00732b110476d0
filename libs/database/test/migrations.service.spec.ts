import { afterEach, describe, expect, it } from '@jest/globals';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '@vigia/testing';
import { openDataSource } from '../src/migrations/data-source.js';
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

  it('run once when two start at the same time', async () => {
    const database = await empty();
    const applied = await Promise.all([1, 2, 3].map(() => migrate(database.url)));
    const counts = applied.map(({ length }) => length).sort((a, b) => a - b);
    expect(counts.slice(0, 2)).toEqual([0, 0]);
    const [{ count }] = (await database.query<{ count: number }>('SELECT count(*)::int AS count FROM public.migration')) as [
      { count: number },
    ];
    expect(count).toBe(counts[2]);
  });

  it('are missed by a service that would start without them', async () => {
    const { url } = await empty();
    const before = await openDatabase({ url });
    await expect(assertMigrated(before)).rejects.toThrow(PendingMigrationsError);
    await before.close();
    await migrate(url);
    const after = await openDatabase({ url, service: 'billing' });
    await expect(assertMigrated(after)).resolves.toBeUndefined();
    await after.close();
  });

  it('are missed when the last one is', async () => {
    const database = await createTestDatabase();
    opened.push(database);
    await database.query('DELETE FROM public.migration WHERE name = $1', [new (migrations.at(-1)!)().name]);
    const connection = await openDatabase({ url: database.url });
    await expect(assertMigrated(connection)).rejects.toThrow('npm run migrate');
    await connection.close();
  });

  it('agree with the entities: a table is an entity, and a column is a property of its type', async () => {
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
