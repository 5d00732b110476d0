import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '@vigia/database';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { IdempotencyKeys } from '../src/idempotency/idempotency-keys.js';

describe('the key of a call that began nothing', () => {
  let database: TestDatabase;
  let connection: Database;
  let keys: IdempotencyKeys;

  beforeAll(async () => {
    database = await createTestDatabase();
    connection = await openDatabase({ url: database.url, service: 'gateway', poolSize: 2 });
    keys = new IdempotencyKeys(connection);
  });

  afterAll(async () => {
    await connection?.close();
    await database?.drop();
  });

  /** Some calls with one key. */
  const caller = async () => {
    const corporationId = randomUUID();
    await database.query(`INSERT INTO identity.corporation (id, name, status) VALUES ($1, 'Prueba S.A.C.', 'active')`, [corporationId]);
    const fingerprint = createHash('sha256').update(corporationId).digest();
    return () => keys.claim(corporationId, { key: 'k', fingerprint });
  };

  it('is forgotten, so that the next call gets another request id', async () => {
    const claim = await caller();
    const first = await claim();
    await keys.forget(first);
    expect((await claim()).requestId).not.toBe(first.requestId);
  });

  it('stays once another call has got its request id, whichever of them forgets it', async () => {
    const claim = await caller();
    const [first, second] = [await claim(), await claim()];
    expect(second.requestId).toBe(first.requestId);
    await keys.forget(first);
    await keys.forget(second);
    expect((await claim()).requestId).toBe(first.requestId);
  });
});
