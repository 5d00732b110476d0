import {
  emptyFragments,
  fragmentSeparator,
  liveView,
  type ApiVersion,
  type Document,
  type LiveRow,
  type ProfileState,
  type SummaryView,
} from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import { loadStateOf } from '../domain/envelope.js';

type Asked = Document & { corporationId: string };

/** The documents of `askedColumns` as a relation, in their order. */
const askedDocuments = sql`unnest($1::uuid[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (corporation_id, tax_id, doc_type, place)`;

function askedColumns(asked: Asked[]): [string[], string[], string[]] {
  return [asked.map(({ corporationId }) => corporationId), asked.map(({ taxId }) => taxId), asked.map(({ docType }) => docType)];
}

/** For each document the corporation's request whose load is under way, if there is one. */
export async function openRequests(tx: Transaction, asked: Asked[]): Promise<(string | null)[]> {
  if (asked.length === 0) return [];
  const rows = await tx.rows<{ id: string | null }>(
    sql`SELECT (
       SELECT request_id FROM profiles.load_status AS load
         JOIN profiles.item_status AS item USING (load_id) JOIN profiles.request_status AS request USING (request_id)
       WHERE load.tax_id = asked.tax_id AND load.doc_type = asked.doc_type AND load.state = 'open'
         AND request.corporation_id = asked.corporation_id
       ORDER BY request.created_at DESC LIMIT 1) AS id
     FROM ${askedDocuments} ORDER BY place`,
    askedColumns(asked),
  );
  return rows.map(({ id }) => id);
}

/** A profile as one corporation may see it. */
export interface VisibleProfile {
  isActive: boolean;
  /** Somebody's load of the document is under way. */
  isLoading: boolean;
  views: Record<ApiVersion, SummaryView>;
  loadState: ProfileState;
  openSources: string[];
}

type ProfileRow = Omit<LiveRow, 'fragments'> & { v1: string | null; v2: string | null; openSources: string[] | null };

/** Reads the rows that summaries are made of, at one moment and for both versions. */
export async function readProfiles(tx: Transaction, asked: Asked[]): Promise<VisibleProfile[]> {
  const rows = await tx.rows<ProfileRow>(
    sql`SELECT access.doc_type, access.state AS access_state, access.mode, access.withheld_sections AS withheld,
       stored.estado, stored.revision, stored.failed_sources,
       array_to_string(stored.fragments_v1, '${fragmentSeparator}') AS v1, array_to_string(stored.fragments_v2, '${fragmentSeparator}') AS v2,
       (SELECT load.open_sources FROM profiles.load_status AS load
         WHERE load.tax_id = asked.tax_id AND load.doc_type = asked.doc_type AND load.state = 'open') AS open_sources
     FROM ${askedDocuments}
       LEFT JOIN billing.current_access AS access USING (corporation_id, tax_id, doc_type)
       LEFT JOIN profiles.stored_summary AS stored ON stored.tax_id = access.tax_id AND stored.doc_type = access.doc_type
     ORDER BY place`,
    askedColumns(asked),
  );
  return rows.map(visibleProfile);
}

export async function readProfile(tx: Transaction, asked: Asked): Promise<VisibleProfile> {
  const [profile] = await readProfiles(tx, [asked]);
  return profile!;
}

function visibleProfile(row: ProfileRow): VisibleProfile {
  const isLoading = row.openSources !== null;
  // A corporation without an access, or whose access has ended, sees a profile that could not be loaded.
  if (!row.accessState || row.accessState === 'expired')
    return { isActive: false, isLoading, views: { v1: notLoaded('v1'), v2: notLoaded('v2') }, loadState: 'failed', openSources: [] };
  const isActive = row.accessState === 'active';
  const views = { v1: liveView('v1', { ...row, fragments: row.v1 }), v2: liveView('v2', { ...row, fragments: row.v2 }) };
  return { isActive, isLoading, views, loadState: loadStateOf(views.v2.estado, views.v2.fragments), openSources: row.openSources ?? [] };
}

function notLoaded(version: ApiVersion): SummaryView {
  return { activo: false, estado: 'failed', failedSources: [], fragments: emptyFragments('SH50')[version] };
}
