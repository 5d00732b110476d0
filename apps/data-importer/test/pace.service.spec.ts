import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '@vigia/database';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { Pace } from '../src/importing/pace.js';

describe('the pace of an import', () => {
  let owner: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    owner = await createTestDatabase();
    database = await openDatabase({ url: owner.url, service: 'data-importer' });
  });

  afterAll(async () => {
    await database?.close();
    await owner?.drop();
  });

  const restsAfter = async (pieces: number, mostMsInAll = 60_000) => {
    const rests: number[] = [];
    const pace = new Pace(database, AbortSignal.timeout(60_000), mostMsInAll, (ms) => Promise.resolve(rests.push(ms)));
    for (let piece = 0; piece < pieces; piece += 1) {
      const startedAt = performance.now();
      while (performance.now() - startedAt < 2);
      await pace.rest();
    }
    return rests;
  };

  it('has no rests while no load is open', async () => {
    expect(await restsAfter(3)).toEqual([]);
  });

  it('has rests of four times the work while a load is open, and no rests after it is closed', async () => {
    await owner.query(
      `INSERT INTO profiles.load (id, doc_type, tax_id, correlation_id, deadline_at)
       VALUES (gen_random_uuid(), 'RUC', '20991000012', 'prueba', now() + interval '1 hour')`,
    );
    const rests = await restsAfter(3);
    expect(rests).toHaveLength(3);
    for (const ms of rests) expect(ms).toBeGreaterThanOrEqual(8);
    await owner.query(`UPDATE profiles.load SET state = 'closed', estado = 'succeeded', closed_at = now()`);
    expect(await restsAfter(3)).toEqual([]);
  });

  it('has no more rests once they add up to what an import may rest in all', async () => {
    await owner.query(`UPDATE profiles.load SET state = 'open', estado = NULL, closed_at = NULL`);
    const rests = await restsAfter(4, 30);
    expect(rests.length).toBeLessThan(3);
    expect(rests.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(30);
  });

  it('limits a rest to one second after long work', async () => {
    await owner.query(`UPDATE profiles.load SET state = 'open', estado = NULL, closed_at = NULL`);
    const rests: number[] = [];
    const pace = new Pace(database, AbortSignal.timeout(60_000), 60_000, (ms) => Promise.resolve(rests.push(ms)));
    const startedAt = performance.now();
    while (performance.now() - startedAt < 400);
    await pace.rest();
    expect(rests).toEqual([1_000]);
  });

  it('ends a rest when the process stops', async () => {
    const stopping = new AbortController();
    const resting = new Pace(database, stopping.signal, 60_000).rest();
    stopping.abort(new Error('the process ends'));
    await expect(resting).rejects.toThrow('aborted');
  });
});
