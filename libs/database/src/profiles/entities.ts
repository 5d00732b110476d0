import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DocType } from '@vigia/contracts';

type Estado = 'succeeded' | 'partial' | 'failed';

type TaskState = 'waiting' | 'pending' | 'data' | 'empty' | 'not_contracted' | 'unknown_taxpayer' | 'failed';

/** A list of people and companies that profiles are screened against, in its current version. */
@Entity({ schema: 'profiles', name: 'list' })
export class ListRow {
  @PrimaryColumn('text') name: string;
  @Column('text') version: string;
  @Column('text') topic: 'sancion' | 'pep' | 'inhabilitacion';
  @Column('timestamptz', { name: 'imported_at' }) importedAt: Date;
}

/** A document of a person or company on a list. */
@Entity({ schema: 'profiles', name: 'list_document' })
export class ListDocumentRow {
  @PrimaryColumn('text') list: string;
  @PrimaryColumn('text', { name: 'entity_id' }) entityId: string;
  @PrimaryColumn('text') kind: string;
  @PrimaryColumn('text') number: string;
}

/** A person or company on a list. */
@Entity({ schema: 'profiles', name: 'list_entity' })
export class ListEntityRow {
  @PrimaryColumn('text') list: string;
  @PrimaryColumn('text') id: string;
  @Column('text') kind: 'person' | 'company';
}

/** A name of a person or company on a list. */
@Entity({ schema: 'profiles', name: 'list_name' })
export class ListNameRow {
  @PrimaryColumn('text') list: string;
  @PrimaryColumn('text', { name: 'entity_id' }) entityId: string;
  @PrimaryColumn('text') name: string;
}

/** What somebody has decided about a hit of the screening. Rows are only added. */
@Entity({ schema: 'profiles', name: 'hit_decision' })
export class HitDecisionRow {
  @PrimaryColumn('bigint') id: string;
  @Column('text', { name: 'doc_type' }) docType: DocType;
  @Column('text', { name: 'tax_id' }) taxId: string;
  @Column('text') list: string;
  @Column('text', { name: 'entity_id' }) entityId: string;
  @Column('text', { name: 'asked_name' }) askedName: string;
  @Column('text') fingerprint: string;
  @Column('text') verdict: 'dismissed' | 'confirmed';
  @Column('text') reason: string;
  @Column('text', { name: 'decided_by' }) decidedBy: string;
  @Column('timestamptz', { name: 'decided_at' }) decidedAt: Date;
}

/** Whom the last screening of a profile looked up. */
@Entity({ schema: 'profiles', name: 'screened_subject' })
export class ScreenedSubjectRow {
  @PrimaryColumn('text', { name: 'tax_id' }) taxId: string;
  @PrimaryColumn('text', { name: 'doc_type' }) docType: DocType;
  @PrimaryColumn('int') position: number;
  @Column('text', { nullable: true }) role: 'titular' | 'representante' | 'socio' | null;
  @Column('text', { nullable: true }) name: string | null;
  @Column('jsonb') documents: { tipo: string; numero: string }[];
}

/** A list that changed, compared again with whom profiles are about. At most one is open per list. */
@Entity({ schema: 'profiles', name: 'rescreening' })
export class RescreeningRow {
  @PrimaryColumn('bigint') id: string;
  @Column('text') list: string;
  @Column('bigint', { name: 'after_switch' }) afterSwitch: string;
  @Column('bigint', { name: 'to_switch' }) toSwitch: string;
  @Column('text') version: string;
  @Column('boolean', { name: 'is_whole' }) isWhole: boolean;
  @Column('text', { name: 'requested_by', nullable: true }) requestedBy: string | null;
  @Column('timestamptz', { name: 'started_at' }) startedAt: Date;
  @Column('text', { name: 'at_tax_id' }) atTaxId: string;
  @Column('text', { name: 'at_doc_type' }) atDocType: string;
  @Column('int', { name: 'at_position' }) atPosition: number;
  @Column('int') compared: number;
  @Column('timestamptz', { name: 'compared_at', nullable: true }) comparedAt: Date | null;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null;
  @Column('boolean', { name: 'is_overtaken' }) isOvertaken: boolean;
}

/** A profile that a rescreening touches. */
@Entity({ schema: 'profiles', name: 'rescreening_task' })
export class RescreeningTaskRow {
  @PrimaryColumn('bigint') rescreening: string;
  @PrimaryColumn('text', { name: 'tax_id' }) taxId: string;
  @PrimaryColumn('text', { name: 'doc_type' }) docType: DocType;
  @Column('timestamptz', { name: 'due_at' }) dueAt: Date;
  @Column('int') attempts: number;
  @Column('timestamptz', { name: 'closed_at', nullable: true }) closedAt: Date | null;
  @Column('boolean', { name: 'is_screened' }) isScreened: boolean;
}

/** A hit that a later screening did not find any more. Rows are only added. */
@Entity({ schema: 'profiles', name: 'closed_hit' })
export class ClosedHitRow {
  @PrimaryColumn('bigint') id: string;
  @Column('text', { name: 'tax_id' }) taxId: string;
  @Column('text', { name: 'doc_type' }) docType: DocType;
  @Column('text') list: string;
  @Column('text', { name: 'entity_id' }) entityId: string;
  @Column('text', { name: 'asked_name' }) askedName: string;
  @Column('text', { name: 'listed_name' }) listedName: string;
  @Column('text', { name: 'opened_in', nullable: true }) openedIn: string | null;
  @Column('text', { name: 'closed_in', nullable: true }) closedIn: string | null;
  @Column('timestamptz', { name: 'closed_at' }) closedAt: Date;
}

/** One run over every source of one document. At most one is open per document on the whole platform. */
@Entity({ schema: 'profiles', name: 'load' })
export class LoadRow {
  @PrimaryColumn('uuid') id: string;
  @Column('text', { name: 'doc_type' }) docType: DocType;
  @Column('text', { name: 'tax_id' }) taxId: string;
  @Column('text') state: 'open' | 'closed';
  @Column('text', { nullable: true }) estado: Estado | null;
  @Column('text', { name: 'correlation_id' }) correlationId: string;
  @Column('text', { name: 'trace_parent', nullable: true }) traceParent: string | null;
  @Column('timestamptz', { name: 'opened_at' }) openedAt: Date;
  @Column('timestamptz', { name: 'deadline_at' }) deadlineAt: Date;
  @Column('timestamptz', { name: 'closed_at', nullable: true }) closedAt: Date | null;
  /** A refresh runs by schedule, with no client waiting for it. */
  @Column('text') purpose: 'client' | 'refresh';
  @Column('text', { name: 'failed_sources', array: true }) failedSources: string[];
  /** How many sources it asked, once its tasks are taken away. */
  @Column('smallint', { nullable: true }) asked: number | null;
  /** It was reviewed after its time, and something rests on it. */
  @Column('boolean', { name: 'on_record' }) onRecord: boolean;
}

/** One document of a request. */
@Entity({ schema: 'profiles', name: 'load_item' })
export class LoadItemRow {
  @PrimaryColumn('uuid', { name: 'request_id' }) requestId: string;
  @PrimaryColumn('text', { name: 'tax_id' }) taxId: string;
  @Column('text') state: 'loading' | 'loaded' | 'skipped' | 'failed';
  @Column('text', { nullable: true }) reason: string | null;
  @Column('uuid', { name: 'load_id', nullable: true }) loadId: string | null;
  /** The same corporation is loading this document already: the item only waits for that load. */
  @Column('boolean') joins: boolean;
  /** Where billing refused months: the reason, and the numbers behind it. */
  @Column('jsonb', { nullable: true }) refusal: { reason: string } | null;
}

/** What one client asked for in one call. */
@Entity({ schema: 'profiles', name: 'load_request' })
export class LoadRequestRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'corporation_id' }) corporationId: string;
  /** A forced update has neither kind nor mode of its own. */
  @Column('text', { name: 'doc_type', nullable: true }) docType: DocType | null;
  @Column('text', { nullable: true }) mode: 'monitoring' | 'query' | null;
  @Column('text') state: 'loading' | 'settling' | 'finished';
  @Column('int', { name: 'open_items' }) openItems: number;
  @Column('text', { name: 'notice_to', nullable: true }) noticeTo: string | null;
  @Column('text', { name: 'correlation_id' }) correlationId: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'finished_at', nullable: true }) finishedAt: Date | null;
  @Column('int', { nullable: true }) months: number | null;
  /** How many profiles were loaded but not monitored, because the quota was gone when they were activated. */
  @Column('int', { name: 'activation_failed' }) activationFailed: number;
  @Column('int', { name: 'fitting_months', nullable: true }) fittingMonths: number | null;
  /** Who called; null for requests from before this was kept. */
  @Column('text', { nullable: true }) actor: string | null;
  @Column('text', { name: 'idempotency_key', nullable: true }) idempotencyKey: string | null;
  /** The day in Lima whose contract and price apply. */
  @Column('date', { name: 'accepted_on', nullable: true }) acceptedOn: string | null;
  /** It was reviewed after its time, and an access rests on it. */
  @Column('boolean', { name: 'on_record' }) onRecord: boolean;
}

/** Events for other services that were not acknowledged yet. */
@Entity({ schema: 'profiles', name: 'outbox' })
export class ProfileOutboxRow {
  @PrimaryColumn('uuid') id: string;
  @Column('text') message: string;
  @Column('jsonb') payload: unknown;
  @Column('text', { name: 'correlation_id' }) correlationId: string;
  @Column('text', { name: 'trace_parent', nullable: true }) traceParent: string | null;
  @Column('int') dispatches: number;
  @Column('timestamptz', { name: 'due_at' }) dueAt: Date;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
}

/** What one corporation may see of one document, in columns that its portfolio is searched, filtered and sorted by. */
@Entity({ schema: 'profiles', name: 'portfolio_entry' })
export class PortfolioEntryRow {
  @PrimaryColumn('uuid', { name: 'corporation_id' }) corporationId: string;
  @PrimaryColumn('text', { name: 'tax_id' }) taxId: string;
  @PrimaryColumn('text', { name: 'doc_type' }) docType: DocType;
  /** An active entry whose end has passed is over, also before it says so. */
  @Column('text') standing: 'loading' | 'active' | 'expired' | 'ended' | 'failed';
  @Column('text') mode: 'monitoring' | 'query';
  /** `infinity` without an end. */
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
  @Column('text', { array: true }) withheld: string[];
  @Column('text') estado: Estado | 'loading';
  @Column('smallint', { name: 'failed_sources' }) failedSources: number;
  /** Empty where it is not known. */
  @Column('text') name: string;
  @Column('text') search: string;
  @Column('text', { name: 'taxpayer_code', nullable: true }) taxpayerCode: string | null;
  @Column('text', { name: 'taxpayer_state', nullable: true }) taxpayerState: string | null;
  @Column('text', { name: 'taxpayer_condition', nullable: true }) taxpayerCondition: string | null;
  @Column('smallint') alert: number;
  @Column('text', { name: 'alert_code', nullable: true }) alertCode: string | null;
  @Column('smallint', { name: 'alert_points', nullable: true }) alertPoints: number | null;
  @Column('smallint', { name: 'alert_max', nullable: true }) alertMax: number | null;
  @Column('smallint', { name: 'alert_modules', nullable: true }) alertModules: number | null;
  @Column('smallint', { name: 'light_rank' }) lightRank: number;
  @Column('text', { name: 'light_code', nullable: true }) lightCode: string | null;
  @Column('smallint', { nullable: true }) light: number | null;
  @Column('smallint') compliance: number;
  @Column('text', { name: 'compliance_code', nullable: true }) complianceCode: string | null;
  @Column('smallint', { nullable: true }) hits: number | null;
  @Column('text', { name: 'debt_code', nullable: true }) debtCode: string | null;
  @Column('smallint') rating: number;
  @Column('bigint', { name: 'exposure_cents', nullable: true }) exposureCents: string | null;
  @Column('boolean', { nullable: true }) concursal: boolean | null;
  /** End of the last load; `-infinity` before the first. */
  @Column('timestamptz', { name: 'loaded_at' }) loadedAt: Date;
  /** When what it shows last changed. */
  @Column('timestamptz', { name: 'changed_at' }) changedAt: Date;
  /** Since when a source fails. */
  @Column('timestamptz', { name: 'partial_since', nullable: true }) partialSince: Date | null;
  /** When its mode or its end last changed without a load. */
  @Column('timestamptz', { name: 'access_changed_at', nullable: true }) accessChangedAt: Date | null;
}

/** An entry whose class of alert changed. */
@Entity({ schema: 'profiles', name: 'portfolio_move' })
export class PortfolioMoveRow {
  @PrimaryColumn('uuid', { name: 'corporation_id' }) corporationId: string;
  @PrimaryColumn('timestamptz', { name: 'moved_at' }) movedAt: Date;
  @PrimaryColumn('text', { name: 'tax_id' }) taxId: string;
  @PrimaryColumn('text', { name: 'doc_type' }) docType: DocType;
  @Column('smallint', { name: 'from_alert' }) fromAlert: number;
  @Column('smallint', { name: 'to_alert' }) toAlert: number;
}

/** A portfolio as it was in the night of a day. */
@Entity({ schema: 'profiles', name: 'portfolio_day' })
export class PortfolioDayRow {
  @PrimaryColumn('uuid', { name: 'corporation_id' }) corporationId: string;
  @PrimaryColumn('date') day: string;
  /** Profiles by class, from 0 up. */
  @Column('int', { array: true }) alert: number[];
  @Column('int', { array: true }) compliance: number[];
  @Column('bigint', { name: 'exposure_cents' }) exposureCents: string;
}

/** When the entries of a corporation are compared with what they are made from next, and how many differed last. */
@Entity({ schema: 'profiles', name: 'portfolio_check' })
export class PortfolioCheckRow {
  @PrimaryColumn('uuid', { name: 'corporation_id' }) corporationId: string;
  @Column('timestamptz', { name: 'due_at' }) dueAt: Date;
  @Column('timestamptz', { name: 'checked_at', nullable: true }) checkedAt: Date | null;
  @Column('int') drifts: number;
}

/** The summary, assembled when data changes: one ready JSON text per section, in the order of the contract. */
@Entity({ schema: 'profiles', name: 'profile' })
export class ProfileRow {
  @PrimaryColumn('text', { name: 'doc_type' }) docType: DocType;
  @PrimaryColumn('text', { name: 'tax_id' }) taxId: string;
  /** Null until the first load of the profile has ended. */
  @Column('text', { nullable: true }) estado: Estado | null;
  @Column('text', { name: 'failed_sources', array: true }) failedSources: string[];
  @Column('text', { name: 'fragments_v1', array: true }) fragmentsV1: string[];
  @Column('text', { name: 'fragments_v2', array: true }) fragmentsV2: string[];
  @Column('uuid', { name: 'load_id' }) loadId: string;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
  @Column('bigint') revision: string;
}

/** One field in which the canonical content of a section changed. */
@Entity({ schema: 'profiles', name: 'section_change' })
export class SectionChangeRow {
  @PrimaryColumn('bigint') id: string;
  @PrimaryColumn('text', { name: 'tax_id' }) taxId: string;
  @PrimaryColumn('text', { name: 'doc_type' }) docType: DocType;
  @PrimaryColumn('timestamptz', { name: 'changed_at' }) changedAt: Date;
  @Column('text') section: string;
  @Column('text') field: string;
  @Column('jsonb', { nullable: true }) before: unknown;
  @Column('jsonb', { nullable: true }) after: unknown;
  @Column('text', { nullable: true }) source: string | null;
}

/** A section as it was from a moment on. */
@Entity({ schema: 'profiles', name: 'section_version' })
export class SectionVersionRow {
  @PrimaryColumn('text', { name: 'tax_id' }) taxId: string;
  @PrimaryColumn('text', { name: 'doc_type' }) docType: DocType;
  @PrimaryColumn('text') section: string;
  @PrimaryColumn('timestamptz', { name: 'valid_from' }) validFrom: Date;
  @Column('bytea', { name: 'content_hash' }) contentHash: Buffer;
  @Column('text', { name: 'fragment_v1' }) fragmentV1: string;
  @Column('text', { name: 'fragment_v2' }) fragmentV2: string;
  @Column('jsonb') provenance: unknown;
}

/** One source of a document: its last good answer as it came, and why the last attempt failed, if it did. */
@Entity({ schema: 'profiles', name: 'source_answer' })
export class SourceAnswerRow {
  @PrimaryColumn('text', { name: 'doc_type' }) docType: DocType;
  @PrimaryColumn('text', { name: 'tax_id' }) taxId: string;
  @PrimaryColumn('text') source: string;
  @Column('text', { nullable: true }) outcome: 'data' | 'empty' | 'not_contracted' | null;
  @Column('jsonb', { nullable: true }) answer: unknown;
  @Column('text', { name: 'source_version', nullable: true }) sourceVersion: string | null;
  @Column('timestamptz', { name: 'observed_at', nullable: true }) observedAt: Date | null;
  @Column('timestamptz', { name: 'answered_at', nullable: true }) answeredAt: Date | null;
  /** False when the source says itself that more is to come. */
  @Column('boolean') complete: boolean;
  @Column('text', { nullable: true }) failure: string | null;
  /** Set while a corporation monitors the profile. */
  @Column('timestamptz', { name: 'refresh_at', nullable: true }) refreshAt: Date | null;
  /** What has to be known of the answer beside its content. */
  @Column('jsonb', { nullable: true }) trail: unknown;
}

/** What a source that knows no past said about one month. */
@Entity({ schema: 'profiles', name: 'monthly_cut' })
export class MonthlyCutRow {
  @PrimaryColumn('text', { name: 'tax_id' }) taxId: string;
  @PrimaryColumn('text', { name: 'doc_type' }) docType: DocType;
  @PrimaryColumn('text') source: string;
  @PrimaryColumn('text') month: string;
  @Column('jsonb') cut: unknown;
  @Column('text', { name: 'source_version' }) sourceVersion: string;
  @Column('timestamptz', { name: 'observed_at' }) observedAt: Date;
}

/** How often a further provider of a source was asked in the window that its quota counts by. */
@Entity({ schema: 'profiles', name: 'provider_window' })
export class ProviderWindowRow {
  @PrimaryColumn('text') provider: string;
  @Column('timestamptz', { name: 'ends_at' }) endsAt: Date;
  @Column('int') asked: number;
}

/** Whether one replica asks a source, or its circuit is open. */
@Entity({ schema: 'profiles', name: 'source_circuit' })
export class SourceCircuitRow {
  @PrimaryColumn('text') source: string;
  @PrimaryColumn('uuid') replica: string;
  @Column('boolean') open: boolean;
  @Column('timestamptz', { name: 'reported_at' }) reportedAt: Date;
}

/** When a source last answered as it should, whichever replica asked. */
@Entity({ schema: 'profiles', name: 'source_last_answer' })
export class SourceLastAnswerRow {
  @PrimaryColumn('text') source: string;
  @Column('timestamptz', { name: 'answered_at' }) answeredAt: Date;
  /** The answer was invented by the simulator. */
  @Column('boolean') simulated: boolean;
}

/** The questions that all replicas put to a source in one minute. */
@Entity({ schema: 'profiles', name: 'source_minute' })
export class SourceMinuteRow {
  @PrimaryColumn('timestamptz') minute: Date;
  @PrimaryColumn('text') source: string;
  @Column('int') asked: number;
  @Column('int') failed: number;
  @Column('int', { name: 'timed_out' }) timedOut: number;
  @Column('int', { array: true }) times: number[];
}

/** A source that an operator has stopped asking. */
@Entity({ schema: 'profiles', name: 'source_pause' })
export class SourcePauseRow {
  @PrimaryColumn('text') source: string;
  @Column('text') reason: string;
  @Column('timestamptz', { name: 'paused_at' }) pausedAt: Date;
}

/** One source of one load. The row is the work; the job on the queue only carries its key. */
@Entity({ schema: 'profiles', name: 'task' })
export class TaskRow {
  @PrimaryColumn('uuid', { name: 'load_id' }) loadId: string;
  @PrimaryColumn('text') source: string;
  @Column('text') state: TaskState;
  @Column('int') attempts: number;
  @Column('int') dispatches: number;
  @Column('timestamptz', { name: 'due_at' }) dueAt: Date;
  @Column('timestamptz', { name: 'deadline_at' }) deadlineAt: Date;
  @Column('text', { nullable: true }) failure: string | null;
  @Column('timestamptz', { name: 'closed_at', nullable: true }) closedAt: Date | null;
  /** Place in the queue of its source: the lowest goes first. */
  @Column('int') place: number;
}

export const profileEntities = [
  HitDecisionRow,
  ScreenedSubjectRow,
  RescreeningRow,
  RescreeningTaskRow,
  ClosedHitRow,
  ListRow,
  ListDocumentRow,
  ListEntityRow,
  ListNameRow,
  LoadRow,
  LoadItemRow,
  LoadRequestRow,
  ProfileOutboxRow,
  PortfolioEntryRow,
  PortfolioMoveRow,
  PortfolioDayRow,
  PortfolioCheckRow,
  ProfileRow,
  SectionChangeRow,
  SectionVersionRow,
  SourceAnswerRow,
  SourceCircuitRow,
  MonthlyCutRow,
  ProviderWindowRow,
  SourceLastAnswerRow,
  SourceMinuteRow,
  SourcePauseRow,
  TaskRow,
];
