import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DocType } from '@vigia/contracts';
import type { Estado } from './sections.js';

/** What one corporation may see of one document, in the columns by which its portfolio is searched, filtered and sorted. */
@Entity({ schema: 'profiles', name: 'portfolio_entry' })
export class PortfolioEntryRow {
  @PrimaryColumn('uuid', { name: 'corporation_id' }) corporationId: string;
  @PrimaryColumn('text', { name: 'tax_id' }) taxId: string;
  @PrimaryColumn('text', { name: 'doc_type' }) docType: DocType;
  /** An active entry whose end has passed is over, even before its row says so. */
  @Column('text') standing: 'loading' | 'active' | 'expired' | 'ended' | 'failed';
  @Column('text') mode: 'monitoring' | 'query';
  /** `infinity` if it has no end. */
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
  @Column('text', { array: true }) withheld: string[];
  @Column('text') estado: Estado | 'loading';
  @Column('smallint', { name: 'failed_sources' }) failedSources: number;
  /** Empty if not known. */
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
  /** When it was last loaded for this corporation; `-infinity` before the first time. */
  @Column('timestamptz', { name: 'loaded_at' }) loadedAt: Date;
  /** When what it shows last changed. */
  @Column('timestamptz', { name: 'changed_at' }) changedAt: Date;
  /** Since when a source has been failing. */
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

/** When the entries of a corporation will next be compared with the rows they are derived from, and how many differed last time. */
@Entity({ schema: 'profiles', name: 'portfolio_check' })
export class PortfolioCheckRow {
  @PrimaryColumn('uuid', { name: 'corporation_id' }) corporationId: string;
  @Column('timestamptz', { name: 'due_at' }) dueAt: Date;
  @Column('timestamptz', { name: 'checked_at', nullable: true }) checkedAt: Date | null;
  @Column('timestamptz', { name: 'leased_until', nullable: true }) leasedUntil: Date | null;
  @Column('int') drifts: number;
}

export const portfolioEntities = [PortfolioEntryRow, PortfolioMoveRow, PortfolioDayRow, PortfolioCheckRow];
