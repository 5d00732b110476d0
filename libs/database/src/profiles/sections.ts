import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DocType } from '@vigia/contracts';

export type Estado = 'succeeded' | 'partial' | 'failed';

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
  /** The request that first brought data: its corporation pays for the document. */
  @Column('uuid', { name: 'first_request_id', nullable: true }) firstRequestId: string | null;
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
  /** Since when the section had no content, or its source no answer, if that was so right before the change. */
  @Column('timestamptz', { name: 'before_until', nullable: true }) beforeUntil: Date | null;
}

/** A section as it was from a moment on. */
@Entity({ schema: 'profiles', name: 'section_version' })
export class SectionVersionRow {
  @PrimaryColumn('text', { name: 'tax_id' }) taxId: string;
  @PrimaryColumn('text', { name: 'doc_type' }) docType: DocType;
  @PrimaryColumn('text') section: string;
  @PrimaryColumn('timestamptz', { name: 'valid_from' }) validFrom: Date;
  @Column('bytea', { name: 'content_hash' }) contentHash: Buffer;
  /** Null for a section that v1 does not show. */
  @Column('text', { name: 'fragment_v1', nullable: true }) fragmentV1: string | null;
  @Column('text', { name: 'fragment_v2' }) fragmentV2: string;
  @Column('jsonb') provenance: unknown;
}

export const sectionEntities = [ProfileRow, SectionChangeRow, SectionVersionRow];
