import { hasContent, type DocType, type PortfolioEntry, type Section, type SummaryV2 } from '@vigia/contracts';
import { sql } from '@vigia/database';
import { isOwnFailure } from '@vigia/summaries';

/** The sections of a first load that failed, as its summary shows them. The entry itself has the same code for all of them. */
const failure = sql`CASE WHEN listed.standing = 'failed' THEN (
  SELECT array_to_string(failed.fragments_v2, ',') FROM billing.current_access AS access JOIN profiles.failed_item AS failed ON ${isOwnFailure}
  WHERE access.corporation_id = listed.corporation_id AND access.tax_id = listed.tax_id AND access.doc_type = listed.doc_type) END AS failure`;

/**
 * An entry has only the number of failed sources, and a screening without a name has the same code as one that failed. After an end the
 * profile is another one than the entry shows.
 */
const screeningFailed = sql`CASE WHEN listed.compliance_code = 'SH50' AND listed.standing = 'active' AND listed.failed_sources > 0 THEN (
  SELECT 'listas_compliance' = ANY (stored.failed_sources) FROM profiles.stored_summary AS stored
  WHERE stored.tax_id = listed.tax_id AND stored.doc_type = listed.doc_type) END AS screening_failed`;

/** Sources may have answered about a document that the register does not know. */
const unregistered = sql`coalesce(CASE WHEN listed.standing = 'failed' THEN (
  SELECT item.reason = 'taxpayer_not_found' FROM billing.current_access AS access
    JOIN profiles.item_status AS item ON item.request_id = access.request_id AND item.tax_id = access.tax_id
  WHERE access.corporation_id = listed.corporation_id AND access.tax_id = listed.tax_id AND access.doc_type = listed.doc_type) END, false)
  AS unregistered`;

/** No end is shown as null: the driver has no instant for infinity. Refers to a row of `profiles.listed_profile AS listed`. */
export const shown = sql`doc_type, tax_id, standing, mode, nullif(expires_at, 'infinity') AS expires_at, estado, failed_sources,
  partial_since, name, taxpayer_code, taxpayer_state, taxpayer_condition, alert, alert_code, alert_points, alert_max, alert_modules,
  light_rank, light_code, light, compliance, compliance_code, hits, debt_code, rating, exposure_cents, concursal,
  nullif(loaded_at, '-infinity') AS loaded_at, changed_at, ${failure}, ${screeningFailed}, ${unregistered}`;

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
  /** A JSON of sections, without its braces; null: no failure, or one without sections. */
  failure: string | null;
  screeningFailed: boolean | null;
  unregistered: boolean;
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
    unregistered: row.unregistered,
    ...(isOver ? nothing : factsOf(row)),
    loadedAt: row.loadedAt?.toISOString() ?? null,
    changedAt: row.changedAt.toISOString(),
  };
}

type Facts = Pick<PortfolioEntry, 'name' | 'taxpayer' | 'alert' | 'light' | 'compliance' | 'debt' | 'concursal'>;

function factsOf(row: ListedRow): Facts {
  const failed = JSON.parse(`{${row.failure ?? ''}}`) as Partial<Pick<SummaryV2, Section>>;
  const code = (kept: Code, section: Section): Code => (kept === 'SH50' && failed[section]?.statusCode) || kept;
  return {
    name: row.name === '' ? null : row.name,
    taxpayer: { code: code(row.taxpayerCode, 'identificacion'), state: row.taxpayerState, condition: row.taxpayerCondition },
    alert: {
      code: code(row.alertCode, 'alerta_servicio'),
      level: row.alert,
      points: row.alertPoints,
      max: row.alertMax,
      modules: row.alertModules,
    },
    light: { code: code(row.lightCode, 'alerta_tercero'), level: row.lightRank, value: row.light },
    compliance: { code: code(row.complianceCode, 'alerta_compliance'), level: row.compliance, hits: row.hits, nameless: isNameless(row) },
    debt: {
      code: code(row.debtCode, 'finanzas'),
      rating: row.rating,
      exposureCents: row.exposureCents === null ? null : Number(row.exposureCents),
    },
    concursal: row.concursal,
  };
}

export type Classed = 'alert' | 'light' | 'compliance';

/** A load that failed has no class, although sources may have answered that they have nothing: it would look like a clean record. */
export function hasClass(entry: PortfolioEntry, fact: Classed): boolean {
  return entry.standing !== 'failed' && hasContent(entry[fact].code);
}

/** The screening has answered that no source knows a name. A load that is under way again may have failed before. */
function isNameless({ complianceCode, standing, estado, failedSources, screeningFailed: hasFailed }: ListedRow): boolean {
  const hasEnded = (standing === 'active' || standing === 'expired') && estado !== 'failed';
  return complianceCode === 'SH50' && hasEnded && (failedSources === 0 || hasFailed === false);
}

const nothing: Facts = {
  name: null,
  taxpayer: { code: null, state: null, condition: null },
  alert: { code: null, level: 0, points: null, max: null, modules: null },
  light: { code: null, level: 0, value: null },
  compliance: { code: null, level: 0, hits: null, nameless: false },
  debt: { code: null, rating: 0, exposureCents: null },
  concursal: null,
};
