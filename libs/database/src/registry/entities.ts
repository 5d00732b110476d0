import type { VersionState } from '@vigia/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A register or a list that is brought in. */
@Entity({ schema: 'registry', name: 'dataset' })
export class DatasetRow {
  @PrimaryColumn('text') name: string;
  @Column('text') kind: string;
  @Column('text') title: string;
  @Column('text') publisher: string;
  @Column('text') licence: string;
  @Column('text', { nullable: true }) address: string | null;
  @Column('text') cadence: string;
  @Column('int') keep: number;
  @Column('text', { name: 'pause_reason', nullable: true }) pauseReason: string | null;
  @Column('timestamptz', { name: 'paused_at', nullable: true }) pausedAt: Date | null;
  @Column('timestamptz', { name: 'due_at', nullable: true }) dueAt: Date | null;
  @Column('timestamptz', { name: 'fresh_at', nullable: true }) freshAt: Date | null;
  @Column('text', { name: 'paused_by', nullable: true }) pausedBy: string | null;
}

/** One import of a data set, from the request to its end. */
@Entity({ schema: 'registry', name: 'version' })
export class VersionRow {
  @PrimaryColumn('int') id: number;
  @Column('text') dataset: string;
  @Column('text') part: string;
  @Column('text') state: VersionState;
  @Column('timestamptz', { name: 'requested_at' }) requestedAt: Date;
  @Column('text', { name: 'requested_by' }) requestedBy: string;
  @Column('jsonb', { nullable: true }) files: unknown;
  @Column('date', { name: 'given_day', nullable: true }) givenDay: string | null;
  /** The manifest of a file from the inbox. */
  @Column('jsonb', { nullable: true }) manifest: unknown;
  @Column('boolean', { name: 'dry_run' }) dryRun: boolean;
  @Column('text', { name: 'accept_reason', nullable: true }) acceptReason: string | null;
  @Column('timestamptz', { name: 'started_at', nullable: true }) startedAt: Date | null;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null;
  @Column('timestamptz', { name: 'switched_at', nullable: true }) switchedAt: Date | null;
  @Column('text', { nullable: true }) step: string | null;
  @Column('text', { nullable: true }) address: string | null;
  @Column('text', { nullable: true }) etag: string | null;
  @Column('text', { name: 'last_modified', nullable: true }) lastModified: string | null;
  @Column('date', { name: 'published_on', nullable: true }) publishedOn: string | null;
  @Column('text', { name: 'published_by', nullable: true }) publishedBy: string | null;
  @Column('text', { nullable: true }) label: string | null;
  @Column('text', { nullable: true }) sha256: string | null;
  @Column('bigint', { nullable: true }) bytes: string | null;
  @Column('bigint', { name: 'bytes_read' }) bytesRead: string;
  @Column('text', { nullable: true }) scope: string | null;
  @Column('int', { nullable: true }) parser: number | null;
  @Column('int') lines: number;
  @Column('int') rows: number;
  @Column('int') rejected: number;
  @Column('jsonb', { name: 'rejected_by_reason' }) rejectedByReason: unknown;
  @Column('text', { name: 'content_hash', nullable: true }) contentHash: string | null;
  @Column('int', { nullable: true }) previous: number | null;
  @Column('int', { nullable: true }) added: number | null;
  @Column('int', { nullable: true }) removed: number | null;
  @Column('int', { nullable: true }) changed: number | null;
  @Column('jsonb') problems: unknown;
  @Column('jsonb', { name: 'left_out' }) leftOut: unknown;
  @Column('text', { nullable: true }) failure: string | null;
  @Column('int') attempts: number;
  /** When the rows of a pruned version were deleted. */
  @Column('timestamptz', { name: 'cleared_at', nullable: true }) clearedAt: Date | null;
  @Column('jsonb') unknown: unknown;
}

/** The version in force. Every reader of a data set goes through this row. */
@Entity({ schema: 'registry', name: 'current' })
export class CurrentRow {
  @PrimaryColumn('text') dataset: string;
  @PrimaryColumn('text') part: string;
  @Column('int') version: number;
}

/** A change of the version in force. */
@Entity({ schema: 'registry', name: 'switch' })
export class SwitchRow {
  @PrimaryColumn('bigint') id: string;
  @Column('text') dataset: string;
  @Column('text') part: string;
  @Column('int', { name: 'from_version', nullable: true }) fromVersion: number | null;
  /** Null if the data set was retired. */
  @Column('int', { name: 'to_version', nullable: true }) toVersion: number | null;
  @Column('boolean', { name: 'is_rollback' }) isRollback: boolean;
  @Column('timestamptz', { name: 'switched_at' }) switchedAt: Date;
  @Column('text', { name: 'switched_by' }) switchedBy: string;
  @Column('text', { nullable: true }) reason: string | null;
  /** The operator's request that asked for it. */
  @Column('text', { name: 'request_id', nullable: true }) requestId: string | null;
}

/** A rejected line. A thousand are kept for each reason, and all are counted. */
@Entity({ schema: 'registry', name: 'reject' })
export class RejectRow {
  @PrimaryColumn('bigint') id: string;
  @Column('int') version: number;
  @Column('int') line: number;
  @Column('text') reason: string;
  @Column('text') text: string;
}

/** A difference between a version and the one that was in force. */
@Entity({ schema: 'registry', name: 'change' })
export class ChangeRow {
  @PrimaryColumn('int') version: number;
  @PrimaryColumn('text') key: string;
  @Column('text') change: string;
  @Column('jsonb', { nullable: true }) before: unknown;
  @Column('jsonb', { nullable: true }) after: unknown;
}

@Entity({ schema: 'registry', name: 'taxpayer' })
export class TaxpayerRow {
  @PrimaryColumn('int') version: number;
  @PrimaryColumn('text') ruc: string;
  @Column('text') name: string;
  @Column('text', { nullable: true }) status: string | null;
  @Column('text', { nullable: true }) condition: string | null;
  @Column('text', { nullable: true }) ubigeo: string | null;
  @Column('text', { nullable: true }) address: string | null;
  @Column('bigint', { nullable: true }) hash: string | null;
}

@Entity({ schema: 'registry', name: 'premise' })
export class PremiseRow {
  @PrimaryColumn('int') version: number;
  @PrimaryColumn('text') ruc: string;
  @PrimaryColumn('int') line: number;
  @Column('text', { nullable: true }) ubigeo: string | null;
  @Column('text', { nullable: true }) address: string | null;
  @Column('bigint', { nullable: true }) hash: string | null;
}

@Entity({ schema: 'registry', name: 'mark' })
export class MarkRow {
  @PrimaryColumn('int') version: number;
  @PrimaryColumn('text') ruc: string;
  @Column('text', { nullable: true }) name: string | null;
  @Column('date', { nullable: true }) since: string | null;
  @Column('text', { nullable: true }) resolution: string | null;
  @Column('bigint') hash: string;
}

@Entity({ schema: 'registry', name: 'member' })
export class MemberRow {
  @PrimaryColumn('int') version: number;
  @PrimaryColumn('int') line: number;
  @Column('text') ruc: string;
  @Column('text', { name: 'doc_type', nullable: true }) docType: string | null;
  @Column('text', { nullable: true }) document: string | null;
  @Column('text') name: string;
  @Column('text') role: string;
  @Column('date', { nullable: true }) since: string | null;
  @Column('text', { name: 'legal_form', nullable: true }) legalForm: string | null;
  @Column('bigint') hash: string;
}

@Entity({ schema: 'registry', name: 'sanctioned' })
export class SanctionedRow {
  @PrimaryColumn('int') version: number;
  @PrimaryColumn('int') line: number;
  @Column('text', { nullable: true }) document: string | null;
  @Column('text') name: string;
  @Column('date', { name: 'starts_on', nullable: true }) startsOn: string | null;
  @Column('date', { name: 'ends_on', nullable: true }) endsOn: string | null;
  @Column('text', { nullable: true }) resolution: string | null;
  @Column('text', { nullable: true }) authority: string | null;
  @Column('text', { nullable: true }) reason: string | null;
  @Column('numeric', { nullable: true }) amount: string | null;
  @Column('jsonb') details: unknown;
  @Column('bigint') hash: string;
}

@Entity({ schema: 'registry', name: 'fact' })
export class FactRow {
  @PrimaryColumn('int') version: number;
  @PrimaryColumn('int') line: number;
  @Column('text', { name: 'doc_type', nullable: true }) docType: string | null;
  @Column('text', { nullable: true }) document: string | null;
  @Column('jsonb') facts: unknown;
  @Column('bigint') hash: string;
}

@Entity({ schema: 'registry', name: 'rate' })
export class RateRow {
  @PrimaryColumn('int') version: number;
  @PrimaryColumn('text') series: string;
  @PrimaryColumn('text') period: string;
  @Column('numeric', { nullable: true }) value: string | null;
  @Column('bigint') hash: string;
}

@Entity({ schema: 'registry', name: 'activity' })
export class ActivityRow {
  @PrimaryColumn('int') version: number;
  @PrimaryColumn('text') code: string;
  @Column('text') name: string;
  @Column('bigint') hash: string;
}

@Entity({ schema: 'registry', name: 'list_entity' })
export class ListedEntityRow {
  @PrimaryColumn('int') version: number;
  @PrimaryColumn('text') id: string;
  @Column('text') kind: string;
  @Column('text', { nullable: true }) link: string | null;
  @Column('text', { nullable: true }) remarks: string | null;
  @Column('date', { name: 'until_on', nullable: true }) untilOn: string | null;
  @Column('bigint') hash: string;
}

@Entity({ schema: 'registry', name: 'list_name' })
export class ListedNameRow {
  @PrimaryColumn('int') version: number;
  @PrimaryColumn('text', { name: 'entity_id' }) entityId: string;
  @PrimaryColumn('int') position: number;
  @Column('text') name: string;
  @Column('boolean') alias: boolean;
  @Column('boolean') weak: boolean;
  @Column('text', { name: 'name_order' }) nameOrder: string;
}

@Entity({ schema: 'registry', name: 'list_document' })
export class ListedDocumentRow {
  @PrimaryColumn('int') version: number;
  @PrimaryColumn('text', { name: 'entity_id' }) entityId: string;
  @PrimaryColumn('int') position: number;
  @Column('text') type: string;
  @Column('text') number: string;
  @Column('text', { nullable: true }) country: string | null;
}

@Entity({ schema: 'registry', name: 'list_birth' })
export class ListedBirthRow {
  @PrimaryColumn('int') version: number;
  @PrimaryColumn('text', { name: 'entity_id' }) entityId: string;
  @PrimaryColumn('int') position: number;
  @Column('date', { nullable: true }) day: string | null;
  @Column('int', { name: 'from_year', nullable: true }) fromYear: number | null;
  @Column('int', { name: 'to_year', nullable: true }) toYear: number | null;
  @Column('boolean') approximate: boolean;
}

@Entity({ schema: 'registry', name: 'list_country' })
export class ListedCountryRow {
  @PrimaryColumn('int') version: number;
  @PrimaryColumn('text', { name: 'entity_id' }) entityId: string;
  @PrimaryColumn('text') country: string;
}

@Entity({ schema: 'registry', name: 'list_programme' })
export class ListedProgrammeRow {
  @PrimaryColumn('int') version: number;
  @PrimaryColumn('text', { name: 'entity_id' }) entityId: string;
  @PrimaryColumn('text') programme: string;
}

@Entity({ schema: 'registry', name: 'trade' })
export class TradeRow {
  @PrimaryColumn('int') version: number;
  @PrimaryColumn('text') ruc: string;
  @PrimaryColumn('text') month: string;
  @PrimaryColumn('text') heading: string;
  @PrimaryColumn('text') country: string;
  @Column('int') declarations: number;
  @Column('numeric') fob: string;
  @Column('numeric') freight: string;
  @Column('numeric') insurance: string;
}

@Entity({ schema: 'registry', name: 'trade_month' })
export class TradeMonthRow {
  @PrimaryColumn('int') version: number;
  @PrimaryColumn('text') ruc: string;
  @PrimaryColumn('text') month: string;
  @Column('int') declarations: number;
}

/** A taxpayer who was put into a file that an operator takes to its publisher. */
@Entity({ schema: 'registry', name: 'inquiry' })
export class InquiryRow {
  @PrimaryColumn('text') ruc: string;
  @Column('timestamptz', { name: 'asked_at' }) askedAt: Date;
  @Column('text', { name: 'asked_by', nullable: true }) askedBy: string | null;
}

export const registryEntities = [
  DatasetRow,
  VersionRow,
  CurrentRow,
  SwitchRow,
  RejectRow,
  ChangeRow,
  TaxpayerRow,
  PremiseRow,
  MarkRow,
  MemberRow,
  SanctionedRow,
  FactRow,
  RateRow,
  ActivityRow,
  ListedEntityRow,
  ListedNameRow,
  ListedDocumentRow,
  ListedBirthRow,
  ListedCountryRow,
  ListedProgrammeRow,
  TradeRow,
  TradeMonthRow,
  InquiryRow,
];
