import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DocType } from '@vigia/contracts';

/** A list that profiles are screened against, in its current version. */
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

/** A verdict about a hit. Rows are only added. */
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
  @Column('jsonb', { nullable: true }) document: { tipo: string; numero: string } | null;
}

/** A person or company that the last screening of a profile looked up. */
@Entity({ schema: 'profiles', name: 'screened_subject' })
export class ScreenedSubjectRow {
  @PrimaryColumn('text', { name: 'tax_id' }) taxId: string;
  @PrimaryColumn('text', { name: 'doc_type' }) docType: DocType;
  @PrimaryColumn('int') position: number;
  @Column('text', { nullable: true }) role: 'titular' | 'representante' | 'socio' | null;
  @Column('text', { nullable: true }) name: string | null;
  @Column('jsonb') documents: { tipo: string; numero: string }[];
}

/** A changed list that is compared again with the people and companies of all profiles. At most one is open per list. */
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

/** A hit that a later screening no longer found. Rows are only added. */
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
  @Column('boolean', { name: 'subject_changed', nullable: true }) subjectChanged: boolean | null;
  @Column('date', { name: 'ended_on', nullable: true }) endedOn: string | null;
  @Column('timestamptz', { name: 'closed_at' }) closedAt: Date;
}

export const screeningEntities = [
  ListRow,
  ListDocumentRow,
  ListEntityRow,
  ListNameRow,
  HitDecisionRow,
  ScreenedSubjectRow,
  RescreeningRow,
  RescreeningTaskRow,
  ClosedHitRow,
];
