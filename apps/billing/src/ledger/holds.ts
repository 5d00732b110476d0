import type { Document, EntryRule } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import type { Account, Posting } from './account.js';
import type { Command } from './commands.js';

export interface Hold {
  openedSeq: string;
  commandId: string;
  document: Document;
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

/** Sets months of a profile aside. The caller writes the hold with `writeHolds`. */
export function setAside(
  account: Account,
  { id: commandId, actor }: Command,
  document: Document,
  { amount, ...about }: { amount: number; lastMonth: number } & Pick<Posting, 'rule' | 'firstMonth'>,
): NewHold {
  const openedSeq = account.post({ ...about, kind: 'hold', months: amount, commandId, actor, document });
  return { contractId: account.contract.contractId, openedSeq, commandId, document, amount, lastMonth: about.lastMonth };
}

const columns = sql`opened_seq, command_id, amount, last_month, state, jsonb_build_object('docType', doc_type, 'taxId', tax_id) AS document`;

export function writeHolds(tx: Transaction, holds: NewHold[], abandonedAfterMs: number): void {
  if (holds.length === 0) return;
  tx.send(
    sql`INSERT INTO billing.quota_hold (contract_id, opened_seq, command_id, doc_type, tax_id, amount, last_month, expires_at)
     SELECT "contractId", "openedSeq", "commandId", document->>'docType', document->>'taxId', amount, "lastMonth", now() + $2 * interval '1 ms'
     FROM jsonb_to_recordset($1::jsonb) AS hold ("contractId" uuid, "openedSeq" bigint, "commandId" uuid, document jsonb, amount int, "lastMonth" int)`,
    [JSON.stringify(holds), abandonedAfterMs],
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

export function isFor({ document }: Hold, { docType, taxId }: Document): boolean {
  return document.taxId === taxId && document.docType === docType;
}

/** Ends an open hold whose months are used. */
export function commitHold(account: Account, hold: Hold, about: { rule: EntryRule; actor: string; firstMonth: number }): void {
  const { openedSeq, commandId, document, amount, lastMonth } = hold;
  account.end({ openedSeq, state: 'committed', committed: amount });
  account.post({ ...about, kind: 'commit', months: amount, commandId, document, lastMonth });
}

/** Ends an open hold whose months go back. Its state names the rule, unless the caller does. */
export function voidHold(
  account: Account,
  { openedSeq, commandId, document, amount }: Hold,
  {
    state,
    rule = `${state} hold`,
    ...about
  }: { state: 'voided' | 'expired' | 'revoked'; rule?: EntryRule; actor: string; reason?: string },
): void {
  account.end({ openedSeq, state, committed: 0 });
  account.post({ ...about, kind: 'void', months: amount, rule, commandId, document });
}
