import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Contender } from './contenders.js';

const tables = ['quota_account', 'quota_command', 'quota_entry', 'quota_hold', 'access'];
const quotaMonths = 100_000_000;

/** All rows in one statement, so that there is one round trip and one commit. */
const reserve = {
  name: 'bare reservation',
  text: `WITH account AS (
      UPDATE bare.quota_account SET head_seq = head_seq + 1, available = available - 1, held = held + 1
      WHERE contract_id = $1 AND available >= 1 RETURNING *),
    command AS (
      INSERT INTO bare.quota_command (id, corporation_id, kind, request_hash, as_of, actor, contract_id, plan, outcome)
      SELECT $2, $3, 'load', $4, current_date, 'bare', $1, '{"cost": 1, "months": 1}', '{"outcome": "reserved", "months": 1}' FROM account),
    entry AS (
      INSERT INTO bare.quota_entry (contract_id, seq, kind, months, rule, command_id, doc_type, tax_id, first_month, last_month, actor,
        granted_before, available_before, held_before, consumed_before, granted, available, held, consumed)
      SELECT $1, head_seq, 'hold', 1, 'profiles x months', $2, 'RUC', $5, 24321, 24321, 'bare',
        granted, available + 1, held - 1, consumed, granted, available, held, consumed FROM account),
    hold AS (
      INSERT INTO bare.quota_hold (contract_id, opened_seq, command_id, doc_type, tax_id, amount, last_month, expires_at)
      SELECT $1, head_seq, $2, 'RUC', $5, 1, 24321, now() + interval '10 min' FROM account)
    INSERT INTO bare.access (corporation_id, doc_type, tax_id, state, mode, request_id)
    SELECT $3, 'RUC', $5, 'pending', 'monitoring', $2 FROM account`,
};

/**
 * Only the rows that one reservation of the product leaves: no second answer to the same request, no check of what others have, no rule of
 * a plan, no refusal except for missing months.
 */
export async function bareTransaction(url: string, connections: number): Promise<Contender> {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  // The server may stop sooner than its connections close.
  pool.on('error', () => {});
  await pool.query('CREATE SCHEMA bare');
  for (const table of tables) await pool.query(`CREATE TABLE bare.${table} (LIKE billing.${table} INCLUDING ALL)`);
  const [contractId, corporationId] = [randomUUID(), randomUUID()];
  await pool.query('INSERT INTO bare.quota_account VALUES ($1, 1, $2, $2, 0, 0)', [contractId, quotaMonths]);
  let next = 0;
  return {
    name: 'bare transaction',
    async reserve() {
      const [requestId, taxId] = [randomUUID(), String(20_990_000_000 + (next += 1))];
      const hash = createHash('sha256').update(taxId).digest();
      const { rowCount } = await pool.query({ ...reserve, values: [contractId, requestId, corporationId, hash, taxId] });
      if (rowCount !== 1) throw new Error('nothing is left');
    },
    close: () => pool.end(),
  };
}
