import type { Document, EntryRule } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
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
  document: Document;
  amount: number;
  lastMonth: number;
}

const columns = sql`opened_seq, command_id, amount, last_month, state,
  CASE WHEN tax_id IS NOT NULL THEN jsonb_build_object('docType', doc_type, 'taxId', tax_id) END AS document`;

export function writeHolds(tx: Transaction, holds: NewHold[], ttlMs: number): void {
  if (holds.length === 0) return;
  tx.send(
    sql`INSERT INTO billing.quota_hold (contract_id, opened_seq, command_id, doc_type, tax_id, amount, last_month, expires_at)
     SELECT "contractId", "openedSeq", "commandId", document->>'docType', document->>'taxId', amount, "lastMonth", now() + $2 * interval '1 ms'
     FROM jsonb_to_recordset($1::jsonb) AS hold ("contractId" uuid, "openedSeq" bigint, "commandId" uuid, document jsonb, amount int, "lastMonth" int)`,
    [JSON.stringify(holds), ttlMs],
  );
}

/** What a command has set aside. The answer is reliable only while the account is locked. */
export function holdsOf(tx: Transaction, commandId: string): Promise<Hold[]> {
  return tx.rows<Hold>(sql`SELECT ${columns} FROM billing.quota_hold WHERE command_id = $1 ORDER BY opened_seq`, [commandId]);
}

export function openHolds(tx: Transaction, contractId: string): Promise<Hold[]> {
  return tx.rows<Hold>(
    sql`SELECT ${columns} FROM billing.quota_hold WHERE contract_id = $1 AND resolved_at IS NULL ORDER BY opened_seq DESC`,
    [contractId],
  );
}

interface Resolution {
  state: 'settled' | 'expired' | 'revoked';
  rule: EntryRule;
  actor: string;
  reason?: string;
  /** The months that are used; the rest goes back. */
  used?: { documents: Document[]; months: number; firstMonth: number };
}

/** A hold without a document is from before holds named one: it is for all documents of its request. */
export function isFor({ document }: Hold, { docType, taxId }: Document): boolean {
  return document === null || (document.taxId === taxId && document.docType === docType);
}

/** Ends an open hold in exactly one way, with an entry for each profile that its months are used for. */
export function resolveHold(account: Account, hold: Hold, { state, used, ...about }: Resolution): void {
  const { openedSeq, commandId, document, amount, lastMonth } = hold;
  const { documents, months, firstMonth } = used ?? { documents: [], months: 0, firstMonth: lastMonth };
  const committed = documents.length * months;
  const unused = state === 'settled' ? 'voided' : state;
  account.end({ openedSeq, state: unused === 'voided' && committed > 0 ? 'committed' : unused, committed });
  for (const one of documents) account.post({ ...about, kind: 'commit', months, commandId, document: one, firstMonth, lastMonth });
  if (committed === amount) return;
  const rule = committed > 0 ? about.rule : (`${unused} hold` as const);
  account.post({ ...about, kind: 'void', months: amount - committed, rule, commandId, ...(document && { document }) });
}
