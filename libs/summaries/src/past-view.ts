import { awaitedFragments, sectionsShown, withhold, type ApiVersion, type DocType, type Section, type SummaryView } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';

export interface AskedProfile {
  corporationId: string;
  taxId: string;
  /** The kinds of document that the number may stand for, in search order. */
  docTypes: DocType[];
}

interface PastRow {
  docType: DocType;
  activo: boolean;
  withheld: Section[];
  estado: SummaryView['estado'] | null;
  failedSources: string[] | null;
  fragments: (string | null)[];
}

/**
 * The requested moment, and without one, now. It is compared with when accesses begin and end, so the same clock has to tell what is now:
 * by the clock of a gateway that is a little behind, monitoring that is over would still last, and an access that has just begun would not
 * be there.
 */
const moment = sql`least($4::timestamptz, public.business_now())`;

/**
 * The latest access period that had begun limits what is shown: up to the requested moment, or up to the end of the period if that came
 * first. An access that still lasted then comes before one that had ended, whatever their kinds. The requested moment is the end of a day, and
 * an access that ends at that moment lasted all that day. After a query has ended, its past is not shown either, even while the document is
 * loaded again.
 */
export const seenAt = sql`
  SELECT tax_id, doc_type, access.withheld_sections AS withheld, least(period.ends_at, ${moment}) AS at,
    period.ends_at IS NULL OR period.ends_at > ${moment} OR period.ends_at IS NOT DISTINCT FROM $4::timestamptz AS activo
  FROM billing.current_access AS access JOIN billing.readable_period AS period USING (corporation_id, tax_id, doc_type)
  WHERE corporation_id = $1 AND tax_id = $2 AND doc_type = ANY($3) AND period.opened_at < ${moment}
    AND NOT (access.mode = 'query' AND access.state = 'expired')
    AND NOT (access.state = 'pending' AND access.ended_mode IS NOT DISTINCT FROM 'query')
  ORDER BY activo DESC, array_position($3, doc_type), period.opened_at DESC LIMIT 1`;

/** How the last load before that moment ended. */
export const lastLoad = sql`
  SELECT load.estado, load.failed_sources FROM profiles.load_status AS load
  WHERE load.tax_id = seen.tax_id AND load.doc_type = seen.doc_type AND load.closed_at < seen.at
  ORDER BY load.closed_at DESC LIMIT 1`;

const statement = (version: ApiVersion) => sql`
  WITH seen AS (${seenAt})
  SELECT seen.doc_type, seen.activo, seen.withheld, load.estado, load.failed_sources,
    ARRAY(
      SELECT (SELECT version.fragment_${version} FROM profiles.past_section AS version
              WHERE version.tax_id = seen.tax_id AND version.doc_type = seen.doc_type AND version.section = wanted.section
                AND version.valid_from < seen.at
              ORDER BY version.valid_from DESC LIMIT 1)
      FROM unnest($5::text[]) WITH ORDINALITY AS wanted (section, place) ORDER BY place) AS fragments
  FROM seen LEFT JOIN LATERAL (${lastLoad}) AS load ON true`;
const statements = { v1: statement('v1'), v2: statement('v2') };

/** As of now, or of an earlier moment. Undefined if the corporation could not read the profile by then. */
export async function pastView(
  database: Pick<Database, 'rows'>,
  version: ApiVersion,
  { corporationId, taxId, docTypes }: AskedProfile,
  at?: Date,
): Promise<SummaryView | undefined> {
  const [row] = await database.rows<PastRow>(statements[version], [corporationId, taxId, docTypes, at ?? null, sectionsShown[version]]);
  if (!row) return undefined;
  const missing = awaitedFragments(row.docType)[version];
  return {
    activo: row.activo,
    estado: row.estado ?? 'loading',
    failedSources: row.failedSources ?? [],
    fragments: withhold(
      version,
      row.fragments.map((fragment, place) => fragment ?? missing[place]!),
      row.withheld,
    ),
  };
}

/** What is shown of ended monitoring while it is loaded again. */
export async function pastWhileReturning(
  database: Pick<Database, 'rows'>,
  version: ApiVersion,
  asked: AskedProfile,
): Promise<SummaryView | undefined> {
  const view = await pastView(database, version, asked);
  return view && { ...view, estado: 'loading' };
}
