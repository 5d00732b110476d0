import { afterEach, describe, expect, it } from '@jest/globals';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '@vigia/testing';
import { openDataSource } from '../src/connection/data-source.js';
import { assertMigrated, migrate, openDatabase, PendingMigrationsError } from '../src/index.js';

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
    await database.query('DELETE FROM public.migration WHERE id = (SELECT max(id) FROM public.migration)');
    const connection = await openDatabase({ url: database.url });
    await expect(assertMigrated(connection)).rejects.toThrow('npm run migrate');
    await connection.close();
  });

  it('agree with the entities in every column', async () => {
    const database = await createTestDatabase();
    opened.push(database);
    const source = await openDataSource({ url: database.url });
    for (const { schema, tableName, columns } of source.entityMetadatas) {
      const actual = await database.query<{ name: string; type: string; nullable: boolean }>(
        `SELECT attname AS name, format_type(atttypid, atttypmod) AS type, NOT attnotnull AS nullable FROM pg_attribute
         WHERE attrelid = $1::regclass AND attnum > 0`,
        [`${schema}.${tableName}`],
      );
      const declared = columns.map((column) => ({
        name: column.databaseName,
        type: `${source.driver.normalizeType(column)}${column.isArray ? '[]' : ''}`,
        nullable: column.isNullable,
      }));
      expect({ tableName, columns: actual }).toEqual({ tableName, columns: expect.arrayContaining(declared) });
    }
    await source.destroy();
  });
});
