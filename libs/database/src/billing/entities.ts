import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'billing', name: 'contract' })
export class ContractRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'corporation_id' }) corporationId: string;
  @Column('text') kind: 'monthly' | 'one_time';
  @Column('date', { name: 'starts_on' }) startsOn: string;
  @Column('date', { name: 'ends_on' }) endsOn: string;
  @Column('int', { name: 'quota_months' }) quotaMonths: number;
  @Column('text', { name: 'excluded_sections', array: true }) excludedSections: string[];
  @Column('int', { name: 'document_price_cents' }) documentPriceCents: number;
  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' }) createdAt: Date;
}

/** The right of one corporation to read one profile. */
@Entity({ schema: 'billing', name: 'access' })
export class AccessRow {
  @PrimaryColumn('uuid', { name: 'corporation_id' }) corporationId: string;
  @PrimaryColumn('text', { name: 'tax_id' }) taxId: string;
  @PrimaryColumn('text', { name: 'doc_type' }) docType: 'RUC' | 'DNI' | 'CE';
  @Column('text') state: 'pending' | 'active' | 'expired' | 'failed';
  @Column('text') mode: 'monitoring' | 'query';
  /** The request that opened it: only this one may settle it. */
  @Column('uuid', { name: 'request_id' }) requestId: string;
  @Column('timestamptz', { name: 'expires_at', nullable: true }) expiresAt: Date | null;
  @Column('text', { name: 'withheld_sections', array: true }) withheldSections: string[];
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
  /** While it is pending: the access that had ended before it, and that a failed load leaves behind. */
  @Column('text', { name: 'ended_mode', nullable: true }) endedMode: 'monitoring' | 'query' | null;
  @Column('uuid', { name: 'ended_request_id', nullable: true }) endedRequestId: string | null;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null;
}

export const billingEntities = [ContractRow, AccessRow];
