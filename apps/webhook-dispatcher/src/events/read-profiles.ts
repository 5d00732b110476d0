import {
  awaitedFragments,
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
import { isLoadedAgain, isOwnFailure, isReturning, pastView, pastWhileReturning } from '@vigia/summaries';
import { loadStateOf } from '../domain/envelope.js';

type Asked = Document & { corporationId: string };

/** A profile, and the request whose end is awaited. */
export interface AwaitedProfile extends Asked {
  requestId: string;
}

/** The documents of `askedColumns` as a relation, in order. */
const askedDocuments = sql`unnest($1::uuid[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (corporation_id, tax_id, doc_type, place)`;

function askedColumns(asked: Asked[]): [string[], string[], string[]] {
  return [asked.map(({ corporationId }) => corporationId), asked.map(({ taxId }) => taxId), asked.map(({ docType }) => docType)];
}

/** A profile as one corporation may see it. */
export interface VisibleProfile {
  isActive: boolean;
  /** The corporation's request whose load is running. */
  requestId: string | null;
  views: Record<ApiVersion, SummaryView>;
  loadState: ProfileState;
  openSources: string[];
}

type ProfileRow = Omit<LiveRow, 'fragments'> & {
  v1: string | null;
  v2: string | null;
  openSources: string[] | null;
  requestId: string | null;
  returning: boolean | null;
};

const accessState = sql`CASE WHEN failed.request_id IS NOT NULL THEN 'failed' ELSE access.state END`;

/** What may be shown: for a failed load only what it left, whatever others have learned since. */
const shown = (column: 'failed_sources' | 'fragments_v1' | 'fragments_v2') => sql`
  CASE WHEN ${accessState} = 'failed' THEN failed.${column} WHEN NOT (${isReturning}) THEN stored.${column} END`;

/** Reads the rows for summaries, in one snapshot and for both versions. */
export async function readProfiles(tx: Transaction, asked: Asked[]): Promise<VisibleProfile[]> {
  return (await profileRows(tx, asked)).map(visibleProfile);
}

function profileRows(tx: Transaction, asked: Asked[]): Promise<ProfileRow[]> {
  return tx.rows<ProfileRow>(
    sql`SELECT access.doc_type, ${accessState} AS access_state, access.mode, access.withheld_sections AS withheld,
       stored.estado, stored.revision, ${shown('failed_sources')} AS failed_sources,
       array_to_string(${shown('fragments_v1')}, '${fragmentSeparator}') AS v1, array_to_string(${shown('fragments_v2')}, '${fragmentSeparator}') AS v2,
       load.open_sources, under_way.request_id, ${isReturning} AS returning,
       under_way.refreshing OR failed.request_id IS NOT NULL AND ${isLoadedAgain} AS refreshing
     FROM ${askedDocuments}
       LEFT JOIN billing.current_access AS access USING (corporation_id, tax_id, doc_type)
       LEFT JOIN profiles.stored_summary AS stored ON stored.tax_id = access.tax_id AND stored.doc_type = access.doc_type
       LEFT JOIN profiles.failed_item AS failed ON ${isOwnFailure}
       LEFT JOIN profiles.load_status AS load ON load.tax_id = asked.tax_id AND load.doc_type = asked.doc_type AND load.state = 'open'
       CROSS JOIN LATERAL (
         SELECT (array_agg(request_id ORDER BY request.created_at DESC))[1] AS request_id,
           coalesce(bool_or(request.is_forced_update AND item.state = 'loading'), false) AS refreshing
         FROM profiles.item_status AS item CROSS JOIN LATERAL (
           SELECT created_at, is_forced_update FROM profiles.request_status AS awaited
           WHERE awaited.request_id = item.request_id AND awaited.corporation_id = asked.corporation_id LIMIT 1) AS request
         WHERE item.load_id = load.load_id) AS under_way
     ORDER BY place`,
    askedColumns(asked),
  );
}

export async function readProfile(tx: Transaction, asked: Asked): Promise<VisibleProfile> {
  const [row] = await profileRows(tx, [asked]);
  return readShown(tx, asked, row!);
}

async function readShown(tx: Transaction, { corporationId, taxId, docType }: Asked, row: ProfileRow): Promise<VisibleProfile> {
  const profile = visibleProfile(row);
  if (!row.returning) return profile;
  const past = async (version: ApiVersion): Promise<SummaryView> =>
    (await pastWhileReturning(tx, version, { corporationId, taxId, docTypes: [docType] })) ?? profile.views[version];
  const views = { v1: await past('v1'), v2: await past('v2') };
  return { ...profile, views, loadState: loadStateOf('loading', views.v2.fragments) };
}

interface EndedRow {
  isLoading: boolean;
  isLoaded: boolean;
  isAsItEnded: boolean;
  failedSources: string[] | null;
}

/**
 * Whether the awaited request is still under way, has loaded the profile, or left it to the request that opened the access, and which sources
 * failed if it has not. Also whether the access ended with what is stored, because nothing has been learned since. Months may end before the load
 * that they were for; then its data still belongs to the access.
 */
const howItEnded = sql`
  SELECT awaited.state <> 'failed' AND request.state <> 'finished' AS is_loading, awaited.state IN ('loaded', 'skipped') AS is_loaded,
    failed.failed_sources, coalesce(stored.updated_at <= greatest(access.expires_at, load.closed_at), false) AS is_as_it_ended
  FROM profiles.item_status AS awaited JOIN profiles.request_status AS request USING (request_id)
    LEFT JOIN billing.current_access AS access ON access.corporation_id = $1 AND access.tax_id = $2 AND access.doc_type = $3
    LEFT JOIN profiles.stored_summary AS stored ON stored.tax_id = access.tax_id AND stored.doc_type = access.doc_type
    LEFT JOIN profiles.failed_item AS failed ON failed.request_id = awaited.request_id AND failed.tax_id = awaited.tax_id
    LEFT JOIN profiles.item_status AS opening ON opening.request_id = access.request_id AND opening.tax_id = access.tax_id
    LEFT JOIN profiles.load_status AS load ON load.load_id = opening.load_id
  WHERE awaited.request_id = $4 AND awaited.tax_id = $2`;

/**
 * What an event reports after waiting. Monitoring is over from the start if its months or its contract end while the sources are asked. If
 * monitoring had ended before and its load failed or was refused, it still has its past, which the summary shows.
 */
export async function readAwaited(tx: Transaction, asked: AwaitedProfile): Promise<VisibleProfile> {
  const [row] = await profileRows(tx, [asked]);
  if (row!.accessState && row!.accessState !== 'expired') return readShown(tx, asked, row!);
  const { corporationId, taxId, docType, requestId } = asked;
  const [ended] = await tx.rows<EndedRow>(howItEnded, [corporationId, taxId, docType, requestId]);
  // Until billing has opened an access, there is nothing that the corporation may be shown.
  const nothing = unreadProfile({ ...row!, docType }, ended);
  if (!row!.accessState || row!.mode === 'query') return nothing;
  if (ended?.isLoaded && !ended.isLoading && ended.isAsItEnded) return shownProfile(row!);
  const past = async (version: ApiVersion): Promise<SummaryView> => {
    const view = await pastView(tx, version, { corporationId, taxId, docTypes: [docType] });
    if (ended?.isLoading) return { ...(view ?? nothing.views[version]), estado: 'loading', failedSources: [] };
    if (!view) return nothing.views[version];
    return ended?.isLoaded ? view : { ...view, estado: 'failed', failedSources: ended?.failedSources ?? [] };
  };
  const views = { v1: await past('v1'), v2: await past('v2') };
  const openSources = ended?.isLoading ? (row!.openSources ?? []) : [];
  return { ...nothing, views, loadState: loadStateOf(views.v2.estado, views.v2.fragments), openSources };
}

function visibleProfile(row: ProfileRow): VisibleProfile {
  // A corporation without an access, or with an ended one, sees a profile that could not be loaded.
  return row.accessState && row.accessState !== 'expired' ? shownProfile(row) : unreadProfile(row);
}

function unreadProfile({ docType, requestId }: ProfileRow, ended?: EndedRow): VisibleProfile {
  const estado: SummaryView['estado'] = ended?.isLoading ? 'loading' : 'failed';
  const fragments = ended?.isLoading ? awaitedFragments(docType) : emptyFragments('SH50');
  const view = (version: ApiVersion) => ({
    activo: false,
    estado,
    failedSources: ended?.failedSources ?? [],
    fragments: fragments[version],
  });
  const views = { v1: view('v1'), v2: view('v2') };
  return { isActive: false, requestId, views, loadState: loadStateOf(estado, views.v2.fragments), openSources: [] };
}

function shownProfile({ openSources, requestId, ...row }: ProfileRow): VisibleProfile {
  const views = { v1: liveView('v1', { ...row, fragments: row.v1 }), v2: liveView('v2', { ...row, fragments: row.v2 }) };
  return {
    isActive: row.accessState === 'active',
    requestId,
    views,
    loadState: loadStateOf(views.v2.estado, views.v2.fragments),
    // Open questions for another corporation, or of the schedule, are not shown and have not failed.
    openSources: views.v2.estado === 'loading' ? (openSources ?? []) : [],
  };
}
