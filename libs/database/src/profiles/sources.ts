import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DocType } from '@vigia/contracts';

/** One source of a document: its last good answer as received, and why the last attempt failed, if it did. */
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
  /** False if the source itself says that more will come. */
  @Column('boolean') complete: boolean;
  @Column('text', { nullable: true }) failure: string | null;
  /** Set while a corporation monitors the profile, and until the schedule finds that nobody does any more. */
  @Column('timestamptz', { name: 'refresh_at', nullable: true }) refreshAt: Date | null;
  /** What must be known about the answer in addition to its content. */
  @Column('jsonb', { nullable: true }) trail: unknown;
}

/** The answer about one month from a source that keeps no history. */
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

/**
 * How often a fallback or an overlay of a source was asked in the window of its quota, or how far the refreshes of a source are ahead of
 * their pace.
 */
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

/** When a source last answered correctly, whichever replica asked. */
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
  @Column('text', { name: 'paused_by', nullable: true }) pausedBy: string | null;
}

/** A pause of a source that an operator has ended. */
@Entity({ schema: 'profiles', name: 'ended_pause' })
export class EndedPauseRow {
  @PrimaryColumn('text') source: string;
  @PrimaryColumn('timestamptz', { name: 'paused_at' }) pausedAt: Date;
  @Column('timestamptz', { name: 'ended_at' }) endedAt: Date;
  @Column('text') reason: string;
  @Column('text', { name: 'paused_by', nullable: true }) pausedBy: string | null;
  /** Null if it is not known. */
  @Column('text', { name: 'ended_by', nullable: true }) endedBy: string | null;
}

export const sourceEntities = [
  SourceAnswerRow,
  MonthlyCutRow,
  ProviderWindowRow,
  SourceCircuitRow,
  SourceLastAnswerRow,
  SourceMinuteRow,
  SourcePauseRow,
  EndedPauseRow,
];
