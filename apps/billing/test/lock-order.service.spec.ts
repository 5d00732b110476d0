import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database, type Transaction } from '@vigia/database';
import { waitUntil } from '@vigia/testing';
import { lockAccount, lockAccountsInForce } from '../src/ledger/account.js';
import { QuotaClient } from './quota-client.js';
import { startBilling, type RunningBilling } from './running-billing.js';

describe('whoever locks an account', () => {
  let billing: RunningBilling;
  let database: Database;

  beforeAll(async () => {
    billing = await startBilling();
    database = await openDatabase({ url: billing.database.url, service: 'billing', lockTimeout: 30_000, testClock: true });
  });

  afterAll(async () => {
    await database?.close();
    await billing?.stop();
  });

  it.each<[string, (tx: Transaction, ids: { contractId: string; corporationId: string }) => Promise<unknown>]>([
    ['one', (tx, { contractId }) => lockAccount(tx, contractId)],
    ['those in force', (tx, { corporationId }) => lockAccountsInForce(tx, [corporationId])],
  ])('locks %s after the contract, so that nobody waits in a circle', async (_which, lock) => {
    const { corporationId, contractId } = await QuotaClient.of(billing, 10);
    const waits = await database.transaction(async (tx) => {
      const [{ pid }] = (await tx.rows<{ pid: number }>('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
      await tx.rows('SELECT FROM billing.quota_account WHERE contract_id = $1 FOR UPDATE', [contractId]);
      const locking = database.transaction((waiting) => lock(waiting, { contractId, corporationId }));
      const blocked = () => database.rows('SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))', [pid]);
      await waitUntil(async () => (await blocked()).length > 0, { what: 'it waits for the account' });
      expect(await database.rows('SELECT FROM billing.contract WHERE id = $1 FOR UPDATE SKIP LOCKED', [contractId])).toEqual([]);
      return [locking];
    });
    await Promise.all(waits);
  });
});
