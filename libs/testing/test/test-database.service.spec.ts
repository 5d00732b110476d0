import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createEmptyDatabase, createTestDatabase } from '../src/index.js';

describe('a test database', () => {
  it('is migrated and isolated from other test databases', async () => {
    const [mine, yours] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await mine.query(`INSERT INTO identity.corporation (id, name, status) VALUES ($1, 'Prueba S.A.C.', 'active')`, [randomUUID()]);
    expect(await mine.query('SELECT name FROM identity.corporation')).toEqual([{ name: 'Prueba S.A.C.' }]);
    expect(await yours.query('SELECT name FROM identity.corporation')).toEqual([]);
    await Promise.all([mine.drop(), yours.drop()]);
    await expect(mine.query('SELECT 1')).rejects.toThrow('does not exist');
  });

  it('can be empty', async () => {
    const database = await createEmptyDatabase();
    expect(await database.query(`SELECT to_regclass('public.migration') AS migrations`)).toEqual([{ migrations: null }]);
    await database.drop();
  });
});
