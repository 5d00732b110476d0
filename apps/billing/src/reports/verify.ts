import type { Drift } from '@vigia/contracts';
import { inTransaction, type Transaction } from '@vigia/database';
import { Gauge } from 'prom-client';
import type { DataSource } from 'typeorm';
import { replay, type RecordedAccount, type RecordedEntry } from '../domain/replay.js';
import { balancesJson } from '../quota/balances-json.js';

const found = new Gauge({
  name: 'vigia_ledger_drifts',
  help: 'What differed when the ledgers were compared last; 0 is all there should ever be',
});

/** Compares every ledger with what it should have come to, one contract after the other, each at one moment. */
export async function verifyLedgers(database: DataSource): Promise<{ contracts: number; drifts: Drift[] }> {
  const contracts: { id: string }[] = await database.query('SELECT contract_id AS id FROM billing.quota_account ORDER BY contract_id');
  const drifts: Drift[] = [];
  for (const { id } of contracts) drifts.push(...(await inTransaction(database, (tx) => verify(tx, id))));
  found.set(drifts.length);
  return { contracts: contracts.length, drifts };
}

async function verify(tx: Transaction, contractId: string): Promise<Drift[]> {
  await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  const entries = await tx.query<RecordedEntry>(
    `SELECT seq::int, kind, months, ${balancesJson} AS after
     FROM billing.quota_entry WHERE contract_id = $1 ORDER BY seq`,
    [contractId],
  );
  const [account] = await tx.query<RecordedAccount>(
    `SELECT ${balancesJson} AS balances,
       (SELECT coalesce(sum(amount), 0)::int FROM billing.quota_hold WHERE contract_id = $1 AND state = 'held') AS "openHolds",
       (SELECT coalesce(sum(months - returned_months), 0)::int FROM billing.monitoring WHERE contract_id = $1) AS "paidMonths"
     FROM billing.quota_account WHERE contract_id = $1`,
    [contractId],
  );
  const ofLedger = replay(entries, account as RecordedAccount).map((detail) => ({ contractId, what: 'ledger', detail }));
  return [...ofLedger, ...(await accessesOffTheirMonitoring(tx, contractId))];
}

/** Whoever may read a profile longer, or less long, than was paid. */
async function accessesOffTheirMonitoring(tx: Transaction, contractId: string): Promise<Drift[]> {
  const off = await tx.query<{ detail: string }>(
    `SELECT access.doc_type || ' ' || access.tax_id || ' can be read until ' || coalesce(expires_at::text, 'ever') || ', it is paid to ' || expires_on AS detail
     FROM billing.monitoring AS paid JOIN billing.access USING (corporation_id, tax_id, doc_type)
     WHERE paid.contract_id = $1 AND paid.state = 'live' AND expires_on > public.lima_today() AND access.state <> 'pending'
       AND expires_at IS DISTINCT FROM (expires_on + 1)::timestamp AT TIME ZONE 'America/Lima'`,
    [contractId],
  );
  return off.map(({ detail }) => ({ contractId, what: 'access', detail }));
}
