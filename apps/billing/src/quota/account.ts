import type { Document } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';
import type { Day } from '../domain/lima-day.js';
import { nothing, post, type Balances, type PostingKind } from '../domain/ledger.js';
import { levelsCrossed } from '../domain/quota-alerts.js';

export interface AccountContract {
  contractId: string;
  corporationId: string;
  startsOn: Day;
  endsOn: Day;
  excludedSections: string[];
  documentPriceCents: number;
}

export interface Posting {
  kind: PostingKind;
  months: number;
  /** The sentence of the interface, or the agreement, that it follows from. */
  rule: string;
  commandId: string;
  actor: string;
  profiles?: number;
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

/** The quota of one contract, locked until the transaction ends. Postings are collected and written together by `save`. */
export class Account {
  private readonly entries: Entry[] = [];

  constructor(
    readonly contract: AccountContract,
    private readonly opened: Balances,
    private readonly openedSeq: number,
  ) {}

  get balances(): Balances {
    return this.entries.at(-1)?.after ?? this.opened;
  }

  /** Gives the number of the entry. */
  post(posting: Posting): number {
    const before = this.balances;
    const seq = this.openedSeq + this.entries.length + 1;
    this.entries.push({ ...posting, seq, before, after: post(before, posting.kind, posting.months) });
    return seq;
  }

  async save(tx: Transaction): Promise<void> {
    if (this.entries.length === 0) return;
    const { contractId } = this.contract;
    const { granted, available, held, consumed } = this.balances;
    await tx.query(
      `WITH entered AS (
         INSERT INTO billing.quota_entry (contract_id, seq, kind, months, rule, command_id, profiles, doc_type, tax_id, first_month, last_month,
           actor, reason, granted_before, available_before, held_before, consumed_before, granted, available, held, consumed)
         SELECT $1, seq, kind, months, rule, "commandId", profiles, document->>'docType', document->>'taxId', "firstMonth", "lastMonth",
           actor, reason, (before->>'granted')::int, (before->>'available')::int, (before->>'held')::int, (before->>'consumed')::int,
           (after->>'granted')::int, (after->>'available')::int, (after->>'held')::int, (after->>'consumed')::int
         FROM jsonb_to_recordset($2::jsonb) AS entry (seq bigint, kind text, months int, rule text, "commandId" uuid, profiles int,
           document jsonb, "firstMonth" int, "lastMonth" int, actor text, reason text, before jsonb, after jsonb))
       INSERT INTO billing.quota_account (contract_id, head_seq, granted, available, held, consumed) VALUES ($1, $3, $4, $5, $6, $7)
       ON CONFLICT (contract_id) DO UPDATE SET head_seq = $3, granted = $4, available = $5, held = $6, consumed = $7`,
      [contractId, JSON.stringify(this.entries), this.openedSeq + this.entries.length, granted, available, held, consumed],
    );
    await this.raiseAlerts(tx);
  }

  private async raiseAlerts(tx: Transaction): Promise<void> {
    const { available, held, granted } = this.balances;
    for (const level of levelsCrossed(this.opened, this.balances)) {
      await tx.query(
        `INSERT INTO billing.quota_alert (contract_id, kind, crossing, facts) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
        [this.contract.contractId, `quota_${level}`, String(this.openedSeq), JSON.stringify({ granted, left: available + held })],
      );
    }
  }
}

export function newAccount(contract: AccountContract): Account {
  return new Account(contract, nothing, 0);
}

type Row = AccountContract & Balances & { headSeq: string };

// Both rows are locked, so that both are read as they are once the wait is over.
const locked = `
  SELECT contract.id AS "contractId", corporation_id AS "corporationId", starts_on AS "startsOn", ends_on AS "endsOn",
    excluded_sections AS "excludedSections", document_price_cents AS "documentPriceCents", head_seq AS "headSeq",
    granted, available, held, consumed
  FROM billing.contract JOIN billing.quota_account ON contract_id = contract.id
  WHERE %where ORDER BY contract.id FOR NO KEY UPDATE`;

const toAccount = ({ headSeq, granted, available, held, consumed, ...contract }: Row) =>
  new Account(contract, { granted, available, held, consumed }, Number(headSeq));

export async function lockAccount(tx: Transaction, contractId: string): Promise<Account | undefined> {
  const [row] = await tx.query<Row>(locked.replace('%where', 'contract.id = $1'), [contractId]);
  return row && toAccount(row);
}

/** The accounts of the contracts in force today, in one order for everybody. */
export async function lockAccountsInForce(tx: Transaction, corporationIds: string[]): Promise<Account[]> {
  const inForce = 'corporation_id = ANY($1) AND public.lima_today() BETWEEN starts_on AND ends_on';
  return (await tx.query<Row>(locked.replace('%where', inForce), [corporationIds])).map(toAccount);
}
