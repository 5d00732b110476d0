import { inTransaction, rowsOf, type Transaction } from '@vigia/database';
import { failpoint } from '@vigia/observability';
import type { DataSource } from 'typeorm';
import { lockAccount } from '../quota/account.js';
import { holdsOf, resolveHold } from '../quota/holds.js';

const batch = 100;

/** A hold lives as long as the request that it stands behind; one that nobody stands behind gives its months back. */
export async function sweepHolds(database: DataSource, ttlMs: number): Promise<boolean> {
  await database.query(
    `UPDATE billing.quota_hold SET expires_at = now() + $1 * interval '1 ms' FROM profiles.load_request
     WHERE quota_hold.state = 'held' AND expires_at <= now() AND load_request.id = command_id AND load_request.state <> 'finished'`,
    [ttlMs],
  );
  const abandoned = await rowsOf<{ contractId: string; commandId: string }>(
    database,
    `SELECT DISTINCT contract_id AS "contractId", command_id AS "commandId" FROM billing.quota_hold
     WHERE state = 'held' AND expires_at <= now() LIMIT $1`,
    [batch],
  );
  for (const { contractId, commandId } of abandoned) await inTransaction(database, (tx) => expire(tx, contractId, commandId));
  return abandoned.length === batch;
}

async function expire(tx: Transaction, contractId: string, commandId: string): Promise<void> {
  const account = await lockAccount(tx, contractId);
  if (!account) return;
  for (const hold of await holdsOf(tx, commandId)) {
    if (hold.state === 'held') await resolveHold(tx, account, hold, { state: 'expired', committed: 0, rule: 'abandoned', actor: 'system' });
  }
  await account.save(tx);
  failpoint('billing.sweep-uncommitted');
}
