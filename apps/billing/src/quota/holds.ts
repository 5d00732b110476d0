import type { Document } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';
import type { Account } from './account.js';

export interface Hold {
  openedSeq: string;
  commandId: string;
  document: Document | null;
  amount: number;
  lastMonth: number;
  state: 'held' | 'committed' | 'voided' | 'expired' | 'revoked';
}

export interface NewHold {
  contractId: string;
  openedSeq: number;
  commandId: string;
  document?: Document;
  amount: number;
  lastMonth: number;
}

const columns = `opened_seq AS "openedSeq", command_id AS "commandId", amount, last_month AS "lastMonth", state,
  CASE WHEN tax_id IS NOT NULL THEN jsonb_build_object('docType', doc_type, 'taxId', tax_id) END AS document`;

export async function writeHolds(tx: Transaction, holds: NewHold[], ttlMs: number): Promise<void> {
  if (holds.length === 0) return;
  await tx.query(
    `INSERT INTO billing.quota_hold (contract_id, opened_seq, command_id, doc_type, tax_id, amount, last_month, expires_at)
     SELECT "contractId", "openedSeq", "commandId", document->>'docType', document->>'taxId', amount, "lastMonth", now() + $2 * interval '1 ms'
     FROM jsonb_to_recordset($1::jsonb) AS hold ("contractId" uuid, "openedSeq" bigint, "commandId" uuid, document jsonb, amount int, "lastMonth" int)`,
    [JSON.stringify(holds), ttlMs],
  );
}

/** What a command has set aside. Only whoever has the account locked can rely on it. */
export function holdsOf(tx: Transaction, commandId: string): Promise<Hold[]> {
  return tx.query<Hold>(`SELECT ${columns} FROM billing.quota_hold WHERE command_id = $1 ORDER BY opened_seq`, [commandId]);
}

export function openHolds(tx: Transaction, contractId: string): Promise<Hold[]> {
  return tx.query<Hold>(`SELECT ${columns} FROM billing.quota_hold WHERE contract_id = $1 AND state = 'held' ORDER BY opened_seq DESC`, [
    contractId,
  ]);
}

interface Resolution {
  state: 'settled' | 'expired' | 'revoked';
  /** Months that are used; the rest goes back. */
  committed: number;
  rule: string;
  actor: string;
  profiles?: number;
  firstMonth?: number;
}

/** Ends an open hold, in exactly one way. */
export async function resolveHold(tx: Transaction, account: Account, hold: Hold, resolution: Resolution): Promise<void> {
  const { committed, rule, actor, profiles, firstMonth } = resolution;
  const { commandId, document, amount, lastMonth } = hold;
  const state = resolution.state !== 'settled' ? resolution.state : committed > 0 ? 'committed' : 'voided';
  const resolved = await tx.query(
    `UPDATE billing.quota_hold SET state = $3, committed = $4, resolved_at = now()
     WHERE contract_id = $1 AND opened_seq = $2 AND state = 'held' RETURNING 1`,
    [account.contract.contractId, hold.openedSeq, state, committed],
  );
  if (resolved.length === 0) throw new Error(`hold ${hold.openedSeq} of contract ${account.contract.contractId} was resolved before`);
  const about = { commandId, actor, ...(document && { document }) };
  if (committed > 0) {
    account.post({
      ...about,
      kind: 'commit',
      months: committed,
      rule,
      lastMonth,
      ...(profiles !== undefined && { profiles }),
      ...(firstMonth !== undefined && { firstMonth }),
    });
  }
  if (committed < amount)
    account.post({ ...about, kind: 'void', months: amount - committed, rule: committed > 0 ? rule : `${state} hold` });
}
