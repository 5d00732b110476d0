import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DocType } from '@vigia/contracts';
import type { Estado } from './sections.js';

type TaskState = 'waiting' | 'pending' | 'data' | 'empty' | 'not_contracted' | 'unknown_taxpayer' | 'failed';

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
  /** How many sources it asked, set once its tasks are deleted. */
  @Column('smallint', { nullable: true }) asked: number | null;
  /** The load was reviewed after its time, and something depends on it. */
  @Column('boolean', { name: 'on_record' }) onRecord: boolean;
  /** Only if the load failed for those who asked for it: the sections as they stood at its end, without data. */
  @Column('text', { name: 'shown_v1', array: true, nullable: true }) shownV1: string[] | null;
  @Column('text', { name: 'shown_v2', array: true, nullable: true }) shownV2: string[] | null;
  /** Likewise the sources that failed for them. */
  @Column('text', { name: 'shown_failed', array: true, nullable: true }) shownFailed: string[] | null;
}

/** One document of a request. */
@Entity({ schema: 'profiles', name: 'load_item' })
export class LoadItemRow {
  @PrimaryColumn('uuid', { name: 'request_id' }) requestId: string;
  @PrimaryColumn('text', { name: 'tax_id' }) taxId: string;
  @Column('text') state: 'loading' | 'loaded' | 'skipped' | 'failed';
  @Column('text', { nullable: true }) reason: string | null;
  @Column('uuid', { name: 'load_id', nullable: true }) loadId: string | null;
  /** The same corporation is already loading this document: the item only waits for that load. */
  @Column('boolean') joins: boolean;
  /** If billing refused months: the reason, and its numbers. */
  @Column('jsonb', { nullable: true }) refusal: { reason: string } | null;
}

/** When the newest request was made that has been deleted after its time: one row. */
@Entity({ schema: 'profiles', name: 'deleted_requests' })
export class DeletedRequestsRow {
  @PrimaryColumn('boolean', { name: 'only_row' }) onlyRow: true;
  @Column('timestamptz', { name: 'newest_at' }) newestAt: Date;
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
  /** Why the months had no effect when the request was accepted, `query_mode` for some of its profiles. Also null for older requests. */
  @Column('text', { name: 'months_ignored', nullable: true }) monthsIgnored: 'monthly_plan' | 'query_mode' | null;
  /** How many profiles were loaded but not monitored, because the quota was gone at activation. */
  @Column('int', { name: 'activation_failed' }) activationFailed: number;
  /** Who called; null for requests that are older than this column. */
  @Column('text', { nullable: true }) actor: string | null;
  @Column('text', { name: 'idempotency_key', nullable: true }) idempotencyKey: string | null;
  /** The day in Lima whose contract and price apply. */
  @Column('date', { name: 'accepted_on', nullable: true }) acceptedOn: string | null;
  /** The request was reviewed after its time, and an access depends on it. */
  @Column('boolean', { name: 'on_record' }) onRecord: boolean;
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

/** Events for other services that are not acknowledged yet. */
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

export const loadEntities = [LoadRow, LoadItemRow, LoadRequestRow, DeletedRequestsRow, TaskRow, ProfileOutboxRow];
