import {
  emptyFragments,
  fragmentSeparator,
  liveView,
  type ApiVersion,
  type LiveRow,
  type ProfileState,
  type SummaryView,
} from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import { loadStateOf } from '../domain/envelope.js';
import { askedColumns, askedDocuments, type Asked } from './asked-documents.js';

/** One profile as one corporation is told of it. */
export interface ToldProfile {
  isActive: boolean;
  views: Record<ApiVersion, SummaryView>;
  loadState: ProfileState;
  openSources: string[];
}

type ProfileRow = Omit<LiveRow, 'fragments'> & { v1: string | null; v2: string | null; openSources: string[] };

/** The same rows as the summaries are read from, at one moment, in both versions. */
export async function readProfiles(tx: Transaction, asked: Asked[]): Promise<ToldProfile[]> {
  const rows = await tx.rows<ProfileRow>(
    sql`SELECT access.doc_type, access.state AS access_state, access.mode, access.withheld_sections AS withheld,
       access.state = 'expired' AS ended,
       stored.estado, stored.revision, stored.failed_sources,
       array_to_string(stored.fragments_v1, '${fragmentSeparator}') AS v1, array_to_string(stored.fragments_v2, '${fragmentSeparator}') AS v2,
       coalesce((SELECT load.open_sources FROM profiles.load_status AS load
         WHERE load.tax_id = access.tax_id AND load.doc_type = access.doc_type AND load.state = 'open'), '{}') AS open_sources
     FROM ${askedDocuments}
       LEFT JOIN billing.current_access AS access USING (corporation_id, tax_id, doc_type)
       LEFT JOIN profiles.stored_summary AS stored ON stored.tax_id = access.tax_id AND stored.doc_type = access.doc_type
     ORDER BY place`,
    askedColumns(asked),
  );
  return rows.map(toldProfile);
}

export async function readProfile(tx: Transaction, asked: Asked): Promise<ToldProfile> {
  const [profile] = await readProfiles(tx, [asked]);
  return profile!;
}

function toldProfile(row: ProfileRow): ToldProfile {
  // Whoever has no right to the profile any more, or never had one, is told that it could not be loaded.
  if (!row.accessState || row.ended)
    return { isActive: false, views: { v1: notLoaded('v1'), v2: notLoaded('v2') }, loadState: 'failed', openSources: [] };
  const isActive = row.accessState === 'active';
  const views = { v1: liveView('v1', { ...row, fragments: row.v1 }), v2: liveView('v2', { ...row, fragments: row.v2 }) };
  return { isActive, views, loadState: loadStateOf(views.v2.estado, views.v2.fragments), openSources: row.openSources };
}

function notLoaded(version: ApiVersion): SummaryView {
  return { activo: false, estado: 'failed', failedSources: [], fragments: emptyFragments('SH50')[version] };
}
