import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DocType } from '@vigia/contracts';

/** The right of one corporation to read one profile. */
@Entity({ schema: 'billing', name: 'access' })
export class AccessRow {
  @PrimaryColumn('uuid', { name: 'corporation_id' }) corporationId: string;
  @PrimaryColumn('text', { name: 'doc_type' }) docType: DocType;
  @PrimaryColumn('text', { name: 'tax_id' }) taxId: string;
  @Column('text') state: 'pending' | 'active' | 'expired' | 'failed';
  @Column('text') mode: 'monitoring' | 'query';
  /** The request that opened it. Only this request may settle it. */
  @Column('uuid', { name: 'request_id' }) requestId: string;
  @Column('timestamptz', { name: 'expires_at', nullable: true }) expiresAt: Date | null;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
  @Column('text', { name: 'withheld_sections', array: true }) withheldSections: string[];
  /** While pending: the ended access before it, which a failed load restores. */
  @Column('text', { name: 'ended_mode', nullable: true }) endedMode: 'monitoring' | 'query' | null;
  @Column('uuid', { name: 'ended_request_id', nullable: true }) endedRequestId: string | null;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null;
  /** While pending: the failed access that it replaces, which returns if no source is asked. */
  @Column('text', { name: 'failed_mode', nullable: true }) failedMode: 'monitoring' | 'query' | null;
  @Column('uuid', { name: 'failed_request_id', nullable: true }) failedRequestId: string | null;
}

/** The time during which a corporation could read a profile. Its history shows only these times. */
@Entity({ schema: 'billing', name: 'access_period' })
export class AccessPeriodRow {
  @PrimaryColumn('uuid', { name: 'corporation_id' }) corporationId: string;
  @PrimaryColumn('text', { name: 'tax_id' }) taxId: string;
  @PrimaryColumn('text', { name: 'doc_type' }) docType: DocType;
  @PrimaryColumn('timestamptz', { name: 'opened_at' }) openedAt: Date;
  @Column('timestamptz', { name: 'ends_at', nullable: true }) endsAt: Date | null;
  /** The request or the activation that opened it. */
  @Column('uuid', { name: 'request_id', nullable: true }) requestId: string | null;
}

/** What a corporation has bought, for the days from start to end. */
@Entity({ schema: 'billing', name: 'contract' })
export class ContractRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'corporation_id' }) corporationId: string;
  @Column('text') kind: 'monthly' | 'one_time';
  @Column('date', { name: 'starts_on' }) startsOn: string;
  @Column('date', { name: 'ends_on' }) endsOn: string;
  @Column('int', { name: 'quota_months' }) quotaMonths: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('text', { name: 'excluded_sections', array: true }) excludedSections: string[];
  @Column('int', { name: 'document_price_cents' }) documentPriceCents: number;
  /** Null for a contract from before this was recorded. */
  @Column('text', { name: 'created_by', nullable: true }) createdBy: string | null;
}

/** When the ledger of a contract will next be compared with its account, and how many differences the last comparison found. */
@Entity({ schema: 'billing', name: 'ledger_check' })
export class LedgerCheckRow {
  @PrimaryColumn('uuid', { name: 'contract_id' }) contractId: string;
  @Column('timestamptz', { name: 'due_at' }) dueAt: Date;
  @Column('timestamptz', { name: 'checked_at', nullable: true }) checkedAt: Date | null;
  @Column('timestamptz', { name: 'leased_until', nullable: true }) leasedUntil: Date | null;
  @Column('int') drifts: number;
}

/** A document that is monitored to the end of a month, and the contract that pays for it. */
@Entity({ schema: 'billing', name: 'monitoring' })
export class MonitoringRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'corporation_id' }) corporationId: string;
  @Column('text', { name: 'doc_type' }) docType: DocType;
  @Column('text', { name: 'tax_id' }) taxId: string;
  @Column('uuid', { name: 'contract_id' }) contractId: string;
  @Column('date', { name: 'contract_ends_on' }) contractEndsOn: string;
  @Column('date', { name: 'started_on' }) startedOn: string;
  @Column('int', { name: 'last_month' }) lastMonth: number;
  @Column('int', { nullable: true }) months: number | null;
  @Column('date', { name: 'expires_on', nullable: true }) expiresOn: string | null;
  @Column('text') state: 'live' | 'cancelled';
  @Column('date', { name: 'cancelled_on', nullable: true }) cancelledOn: string | null;
  @Column('int', { name: 'returned_months' }) returnedMonths: number;
  @Column('uuid', { name: 'command_id' }) commandId: string;
}

/** Events for other services that are not acknowledged yet. */
@Entity({ schema: 'billing', name: 'outbox' })
export class BillingOutboxRow {
  @PrimaryColumn('uuid') id: string;
  @Column('text') message: string;
  @Column('jsonb') payload: unknown;
  @Column('text', { name: 'correlation_id' }) correlationId: string;
  @Column('text', { name: 'trace_parent', nullable: true }) traceParent: string | null;
  @Column('int') dispatches: number;
  @Column('timestamptz', { name: 'due_at' }) dueAt: Date;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
}

/** A document that was charged, exactly once, to the corporation that loaded it first. */
@Entity({ schema: 'billing', name: 'platform_document' })
export class PlatformDocumentRow {
  @PrimaryColumn('text', { name: 'tax_id' }) taxId: string;
  @PrimaryColumn('text', { name: 'doc_type' }) docType: DocType;
  @Column('uuid', { name: 'corporation_id' }) corporationId: string;
  @Column('uuid', { name: 'contract_id', nullable: true }) contractId: string | null;
  @Column('uuid', { name: 'request_id', nullable: true }) requestId: string | null;
  @Column('int', { name: 'price_cents' }) priceCents: number;
  @Column('timestamptz', { name: 'charged_at' }) chargedAt: Date;
}

/** The months of a contract as its newest entry left them. */
@Entity({ schema: 'billing', name: 'quota_account' })
export class QuotaAccountRow {
  @PrimaryColumn('uuid', { name: 'contract_id' }) contractId: string;
  @Column('bigint', { name: 'head_seq' }) headSeq: string;
  @Column('int') granted: number;
  @Column('int') available: number;
  @Column('int') held: number;
  @Column('int') consumed: number;
}

/** A warning about the months of a contract, raised once for each cause. */
@Entity({ schema: 'billing', name: 'quota_alert' })
export class QuotaAlertRow {
  @PrimaryColumn('uuid', { name: 'contract_id' }) contractId: string;
  @PrimaryColumn('text') kind: string;
  @PrimaryColumn('text') crossing: string;
  @Column('jsonb') facts: unknown;
  @Column('timestamptz', { name: 'raised_at' }) raisedAt: Date;
}

/** A command to the ledger and its outcome, which is also the answer to a repeated command. */
@Entity({ schema: 'billing', name: 'quota_command' })
export class QuotaCommandRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'corporation_id' }) corporationId: string;
  @Column('text') kind: 'load' | 'reprocess' | 'activate' | 'adjust';
  @Column('bytea', { name: 'request_hash' }) requestHash: Buffer;
  @Column('date', { name: 'as_of' }) asOf: string;
  @Column('uuid', { name: 'contract_id', nullable: true }) contractId: string | null;
  @Column('jsonb', { nullable: true }) plan: unknown;
  @Column('jsonb', { nullable: true }) outcome: unknown;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('text') actor: string;
  @Column('text', { name: 'correlation_id', nullable: true }) correlationId: string | null;
  @Column('text', { name: 'idempotency_key', nullable: true }) idempotencyKey: string | null;
}

/** One movement of months. It is never changed; the newest one holds the balances of the account. */
@Entity({ schema: 'billing', name: 'quota_entry' })
export class QuotaEntryRow {
  @PrimaryColumn('uuid', { name: 'contract_id' }) contractId: string;
  @PrimaryColumn('bigint') seq: string;
  @Column('bigint', { name: 'previous_seq', nullable: true }) previousSeq: string | null;
  @Column('text') kind: 'grant' | 'adjust' | 'hold' | 'commit' | 'void' | 'return' | 'deduct';
  @Column('int') months: number;
  @Column('text') rule: string;
  @Column('uuid', { name: 'command_id' }) commandId: string;
  @Column('int', { nullable: true }) profiles: number | null;
  @Column('text', { name: 'doc_type', nullable: true }) docType: DocType | null;
  @Column('text', { name: 'tax_id', nullable: true }) taxId: string | null;
  @Column('int', { name: 'first_month', nullable: true }) firstMonth: number | null;
  @Column('int', { name: 'last_month', nullable: true }) lastMonth: number | null;
  @Column('text') actor: string;
  @Column('text', { nullable: true }) reason: string | null;
  @Column('int', { name: 'granted_before' }) grantedBefore: number;
  @Column('int', { name: 'available_before' }) availableBefore: number;
  @Column('int', { name: 'held_before' }) heldBefore: number;
  @Column('int', { name: 'consumed_before' }) consumedBefore: number;
  @Column('int') granted: number;
  @Column('int') available: number;
  @Column('int') held: number;
  @Column('int') consumed: number;
  @Column('timestamptz', { name: 'entered_at' }) enteredAt: Date;
}

/** Months that are set aside for a load that has not ended. */
@Entity({ schema: 'billing', name: 'quota_hold' })
export class QuotaHoldRow {
  @PrimaryColumn('uuid', { name: 'contract_id' }) contractId: string;
  @PrimaryColumn('bigint', { name: 'opened_seq' }) openedSeq: string;
  @Column('uuid', { name: 'command_id' }) commandId: string;
  @Column('text', { name: 'doc_type', nullable: true }) docType: DocType | null;
  @Column('text', { name: 'tax_id', nullable: true }) taxId: string | null;
  @Column('int') amount: number;
  @Column('int', { name: 'last_month' }) lastMonth: number;
  @Column('text') state: 'held' | 'committed' | 'voided' | 'expired' | 'revoked';
  @Column('int') committed: number;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
  @Column('timestamptz', { name: 'resolved_at', nullable: true }) resolvedAt: Date | null;
}

/** A request that was settled, and the outcome. */
@Entity({ schema: 'billing', name: 'settlement' })
export class SettlementRow {
  @PrimaryColumn('uuid', { name: 'request_id' }) requestId: string;
  @Column('timestamptz', { name: 'settled_at' }) settledAt: Date;
  @Column('jsonb') outcome: unknown;
  @Column('text', { nullable: true }) actor: string | null;
  @Column('text', { name: 'correlation_id', nullable: true }) correlationId: string | null;
  @Column('text', { name: 'idempotency_key', nullable: true }) idempotencyKey: string | null;
}

export const billingEntities = [
  AccessRow,
  AccessPeriodRow,
  ContractRow,
  LedgerCheckRow,
  MonitoringRow,
  BillingOutboxRow,
  PlatformDocumentRow,
  QuotaAccountRow,
  QuotaAlertRow,
  QuotaCommandRow,
  QuotaEntryRow,
  QuotaHoldRow,
  SettlementRow,
];
