import type { DocType, PortfolioEntry } from '@vigia/contracts';
import { sql } from '@vigia/database';

/** No end is shown as null: the driver has no instant for infinity. */
export const shown = sql`doc_type, tax_id, standing, mode, nullif(expires_at, 'infinity') AS expires_at, estado, failed_sources,
  partial_since, name, taxpayer_code, taxpayer_state, taxpayer_condition, alert, alert_code, alert_points, alert_max, alert_modules,
  light_rank, light_code, light, compliance, compliance_code, hits, debt_code, rating, exposure_cents, concursal,
  nullif(loaded_at, '-infinity') AS loaded_at, changed_at`;

type Code = PortfolioEntry['alert']['code'];

export interface ListedRow {
  docType: DocType;
  taxId: string;
  standing: PortfolioEntry['standing'];
  mode: PortfolioEntry['mode'];
  expiresAt: Date | null;
  estado: PortfolioEntry['estado'];
  failedSources: number;
  partialSince: Date | null;
  name: string;
  taxpayerCode: Code;
  taxpayerState: string | null;
  taxpayerCondition: string | null;
  alert: number;
  alertCode: Code;
  alertPoints: number | null;
  alertMax: number | null;
  alertModules: number | null;
  lightRank: number;
  lightCode: Code;
  light: number | null;
  compliance: number;
  complianceCode: Code;
  hits: number | null;
  debtCode: Code;
  rating: number;
  exposureCents: string | null;
  concursal: boolean | null;
  loadedAt: Date | null;
  changedAt: Date;
}

export function entryOf(row: ListedRow): PortfolioEntry {
  const { docType, taxId, standing, mode, estado } = row;
  const isOver = standing === 'ended';
  return {
    docType,
    taxId,
    standing,
    mode,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    estado,
    failedSources: isOver ? 0 : row.failedSources,
    partialSince: isOver ? null : (row.partialSince?.toISOString() ?? null),
    ...(isOver ? nothing : factsOf(row)),
    loadedAt: row.loadedAt?.toISOString() ?? null,
    changedAt: row.changedAt.toISOString(),
  };
}

type Facts = Pick<PortfolioEntry, 'name' | 'taxpayer' | 'alert' | 'light' | 'compliance' | 'debt' | 'concursal'>;

function factsOf(row: ListedRow): Facts {
  return {
    name: row.name === '' ? null : row.name,
    taxpayer: { code: row.taxpayerCode, state: row.taxpayerState, condition: row.taxpayerCondition },
    alert: { code: row.alertCode, level: row.alert, points: row.alertPoints, max: row.alertMax, modules: row.alertModules },
    light: { code: row.lightCode, level: row.lightRank, value: row.light },
    compliance: { code: row.complianceCode, level: row.compliance, hits: row.hits },
    debt: { code: row.debtCode, rating: row.rating, exposureCents: row.exposureCents === null ? null : Number(row.exposureCents) },
    concursal: row.concursal,
  };
}

const nothing: Facts = {
  name: null,
  taxpayer: { code: null, state: null, condition: null },
  alert: { code: null, level: 0, points: null, max: null, modules: null },
  light: { code: null, level: 0, value: null },
  compliance: { code: null, level: 0, hits: null },
  debt: { code: null, rating: 0, exposureCents: null },
  concursal: null,
};
