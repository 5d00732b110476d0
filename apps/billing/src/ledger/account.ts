import type { Day, Document, EntryKind, EntryRule } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import { levelsCrossed, nothing, post, type Balances } from '../domain/ledger.js';

/** This moment. The transaction may have begun before midnight and waited for locks. */
export const clock = sql`public.business_now() + (clock_timestamp() - now())`;

/** The four balances as one value. Accounts and entries have columns with these names. */
export const balancesJson = sql`jsonb_build_object('granted', granted, 'available', available, 'held', held, 'consumed', consumed)`;

interface AccountContract {
  contractId: string;
  corporationId: string;
  startsOn: Day;
  endsOn: Day;
  excludedSections: string[];
  documentPriceCents: number;
}

export interface Posting {
  kind: EntryKind;
  months: number;
  rule: EntryRule;
  commandId: string;
  actor: string;
  /** The profile whose months move; absent if months are granted or adjusted. */
  document?: Document;
  firstMonth?: number;
  lastMonth?: number;
  reason?: string;
}

interface Entry extends Posting {
  seq: number;
  before: Balances;
  after: Balances;
}

interface HoldEnd {
  openedSeq: string;
  state: 'committed' | 'voided' | 'expired' | 'revoked';
  committed: number;
}

/**
 * The quota of one contract, locked until the transaction ends. Postings and ends of holds are collected, and `save` writes them together.
 */
export class Account {
  private readonly entries: Entry[] = [];
  private readonly holdEnds: HoldEnd[] = [];

  constructor(
    readonly contract: AccountContract,
    private readonly opened: Balances,
    private readonly openedSeq: number,
  ) {}

  get balances(): Balances {
    return this.entries.at(-1)?.after ?? this.opened;
  }

  /** Returns the number of the entry. */
  post(posting: Posting): number {
    const before = this.balances;
    const seq = this.openedSeq + this.entries.length + 1;
    this.entries.push({ ...posting, seq, before, after: post(before, posting.kind, posting.months) });
    return seq;
  }

  /** Marks a hold as ended; the caller posts its months. */
  end(hold: HoldEnd): void {
    this.holdEnds.push(hold);
  }

  async save(tx: Transaction): Promise<void> {
    if (this.entries.length === 0) return;
    const ended = this.endHolds(tx);
    const { contractId } = this.contract;
    const { granted, available, held, consumed } = this.balances;
    tx.send(
      sql`WITH entered AS (
         INSERT INTO billing.quota_entry (contract_id, seq, kind, months, rule, command_id, doc_type, tax_id, first_month, last_month,
           actor, reason, granted_before, available_before, held_before, consumed_before, granted, available, held, consumed, entered_at)
         SELECT $1, seq, kind, months, rule, "commandId", "docType", "taxId", "firstMonth", "lastMonth", actor, reason,
           "grantedBefore", "availableBefore", "heldBefore", "consumedBefore", granted, available, held, consumed, (SELECT ${clock})
         FROM jsonb_to_recordset($2::jsonb) AS entry (seq bigint, kind text, months int, rule text, "commandId" uuid, "docType" text, "taxId" text,
           "firstMonth" int, "lastMonth" int, actor text, reason text, "grantedBefore" int, "availableBefore" int, "heldBefore" int,
           "consumedBefore" int, granted int, available int, held int, consumed int))
       INSERT INTO billing.quota_account (contract_id, head_seq, granted, available, held, consumed) VALUES ($1, $3, $4, $5, $6, $7)
       ON CONFLICT (contract_id) DO UPDATE SET head_seq = $3, granted = $4, available = $5, held = $6, consumed = $7`,
      [contractId, JSON.stringify(this.entries.map(toRow)), this.openedSeq + this.entries.length, granted, available, held, consumed],
    );
    this.raiseAlerts(tx);
    await ended;
  }

  private async endHolds(tx: Transaction): Promise<void> {
    if (this.holdEnds.length === 0) return;
    const { contractId } = this.contract;
    const ended = await tx.rows(
      sql`UPDATE billing.quota_hold SET state = ended.state, committed = ended.committed, resolved_at = now()
       FROM jsonb_to_recordset($2::jsonb) AS ended ("openedSeq" bigint, state text, committed int)
       WHERE contract_id = $1 AND opened_seq = "openedSeq" AND resolved_at IS NULL RETURNING 1`,
      [contractId, JSON.stringify(this.holdEnds)],
    );
    if (ended.length !== this.holdEnds.length) throw new Error(`holds of contract ${contractId} were resolved before`);
  }

  private raiseAlerts(tx: Transaction): void {
    const { granted, available, held } = this.balances;
    for (const level of levelsCrossed(this.opened, this.balances)) {
      tx.send(sql`INSERT INTO billing.quota_alert (contract_id, kind, crossing, facts) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`, [
        this.contract.contractId,
        `quota_${level}`,
        String(this.openedSeq),
        JSON.stringify({ granted, available, held }),
      ]);
    }
  }
}

function toRow({ before, after, document, ...entry }: Entry) {
  const { granted: grantedBefore, available: availableBefore, held: heldBefore, consumed: consumedBefore } = before;
  return { ...entry, ...document, ...after, grantedBefore, availableBefore, heldBefore, consumedBefore };
}

export function newAccount(contract: AccountContract): Account {
  return new Account(contract, nothing, 0);
}

type Row = AccountContract & Balances & { headSeq: string };

/**
 * Locks both rows, so that both are read in their state after the wait for the lock. The contract comes first, as it does in the order of
 * the tables. If a view were used, PostgreSQL would lock its row after those of the joined tables, and two transactions could deadlock.
 */
const locked = (where: string) => sql`
  SELECT contract.id AS contract_id, corporation_id, starts_on, ends_on,
    excluded_sections, document_price_cents, head_seq,
    granted, available, held, consumed
  FROM billing.contract JOIN billing.quota_account ON contract_id = contract.id
  WHERE ${where} FOR NO KEY UPDATE`;

const toAccount = ({ headSeq, granted, available, held, consumed, ...contract }: Row) =>
  new Account(contract, { granted, available, held, consumed }, Number(headSeq));

export async function lockAccount(tx: Transaction, contractId: string): Promise<Account | undefined> {
  const [row] = await tx.rows<Row>(locked(sql`contract.id = $1`), [contractId]);
  return row && toAccount(row);
}

/** The account of the contract in force today. */
export async function lockAccountInForce(tx: Transaction, corporationId: string): Promise<Account | undefined> {
  const inForce = sql`corporation_id = $1 AND public.lima_today() BETWEEN starts_on AND ends_on`;
  const [row] = await tx.rows<Row>(locked(inForce), [corporationId]);
  return row && toAccount(row);
}
