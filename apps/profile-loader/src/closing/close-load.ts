import { appliesTo, emptyFragments, sectionsInUse, sourcesFor, type Document, type ProfileState, type SourceName } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import type { Outbox } from '@vigia/dispatch';
import { documentMark, failpoint, withCorrelationId, type Logger } from '@vigia/observability';
import { Counter } from 'prom-client';
import { failedSources, profileState, taxpayerIsUnknown, type SourceStanding } from '../domain/source-standing.js';
import { settleRequests } from './settle-requests.js';
import { screened } from '../sources/providers/provider-file.js';
import { scoreSection, unscored, type KnownProfile } from '../summary/score-section.js';
import { writeSections } from '../summary/write-sections.js';
import type { WrittenSection } from '../summary/written-section.js';
import { renewEntries } from '../portfolio/entries.js';
import type { RefreshSchedule } from '../loads/refresh-schedule.js';

const loadsClosed = new Counter({ name: 'vigia_loads_closed_total', help: 'Loads that ended, by state', labelNames: ['estado'] });

export interface ClosingLoad {
  loadId: string;
  document: Document;
  renewing: Promise<WrittenSection[]>;
}

/** Runs in the transaction that closed the last task and renews the last sections. The load is locked. */
export async function closeLoad(
  tx: Transaction,
  { outbox, schedule, logger }: { outbox: Outbox; schedule: RefreshSchedule; logger: Logger },
  { loadId, document, renewing }: ClosingLoad,
): Promise<void> {
  const [renewed, known] = await Promise.all([renewing, lockKnown(tx, document)]);
  const { standings, wasRead } = known;
  const outcome = profileState(standings);
  // Those who read it before keep what they have paid for.
  const estado = outcome === 'failed' && wasRead ? 'partial' : outcome;
  const failed = failedSources(standings, wasRead);
  // Nothing is known about a failed profile, so its score must not say that there is no alert.
  const score = estado === 'failed' ? unscored : scoreSection(document, known, renewed);
  await writeSections(tx, document, [...renewed, ...inapplicableSections(document), score]);
  const shown = outcome === 'failed' ? await whatAFailureShows(tx, document, standings) : null;
  const ended = endLoad(tx, document, loadId, { estado, failed, reason: failureOf(outcome, standings), shown });
  schedule.goOn(tx, document, loadId, outcome);
  const [{ isShown, lost, correlationId, durationMs }] = await Promise.all([ended, settleRequests(tx, outbox, loadId)]);
  if (isShown) renewEntries(tx, document);
  failpoint('loader.load-unclosed');
  // A number that does not exist is no failure that an operator could mend.
  tx.afterCommit(() => loadsClosed.inc({ estado: taxpayerIsUnknown(standings) ? 'unknown_taxpayer' : outcome }));
  // A load that lost nothing has no line: a platform refreshes up to a million profiles a day.
  if (!lost) return;
  const log = () =>
    logger.info({ loadId, document: documentMark(document.taxId), estado, lost, durationMs }, 'load ended without some of its sources');
  tx.afterCommit(() => withCorrelationId(correlationId, log));
}

/** Locked before any decision is based on it: from here on nobody gets access to the profile as it was. */
async function lockKnown(tx: Transaction, { taxId, docType }: Document): Promise<KnownProfile & { wasRead: boolean }> {
  const [known] = await tx.rows<KnownProfile & { wasRead: boolean }>(
    sql`SELECT fragments_v2 AS fragments, coalesce(estado IN ('succeeded', 'partial'), false) AS was_read, to_char(now() AT TIME ZONE 'America/Lima', 'YYYY-MM') AS month,
       (SELECT answer->'omisiones_tributarias' = 'null' FROM profiles.source_answer
         WHERE tax_id = $1 AND doc_type = $2 AND source = 'identificacion') IS TRUE AS "areOmissionsUnknown",
       (SELECT coalesce(json_agg(json_build_object('source', source, 'outcome', outcome, 'failure', failure,
           'isPartial', coalesce((trail->>'partial')::boolean, false)) ORDER BY source), '[]')
         FROM profiles.source_answer WHERE tax_id = $1 AND doc_type = $2) AS standings
     FROM profiles.profile WHERE tax_id = $1 AND doc_type = $2 FOR NO KEY UPDATE`,
    [taxId, docType],
  );
  return { ...known!, standings: known!.standings.filter(({ source }) => sourcesFor(docType).includes(source)) };
}

function inapplicableSections({ docType }: Document): WrittenSection[] {
  const inapplicable = sectionsInUse().filter((section) => !appliesTo(section, docType));
  return inapplicable.map((section) => ({ section, statusCode: 'SH40', provenance: [] }));
}

interface End {
  estado: ProfileState;
  failed: SourceName[];
  /** Why it failed for those who asked for it. */
  reason: string | null;
  /** Set if it did. */
  shown: Shown | null;
}

/**
 * The request that first brought data to a profile, whatever else that request waits for. If several requests wait for one load, the
 * earliest counts. A request that joins another one of its corporation brings nothing.
 */
const firstRequest = sql`
  CASE WHEN first_request_id IS NULL AND coalesce(profile.estado, 'failed') = 'failed' AND $4 <> 'failed'
    THEN (SELECT request.id FROM profiles.load_item AS item JOIN profiles.load_request AS request ON request.id = item.request_id
      WHERE item.load_id = $3 AND item.state NOT IN ('loaded', 'skipped', 'failed') AND NOT joins AND request.doc_type IS NOT NULL
      ORDER BY request.created_at, request.id LIMIT 1)
    ELSE first_request_id END`;

interface Ended {
  /** The profile is readable in some portfolio. */
  isShown: boolean;
  /** Why sources of this load failed, if any did. */
  lost: Partial<Record<SourceName, string>> | null;
  correlationId: string;
  durationMs: number;
}

async function endLoad(
  tx: Transaction,
  { taxId, docType }: Document,
  loadId: string,
  { estado, failed, reason, shown }: End,
): Promise<Ended> {
  const [ended] = await tx.rows<Ended>(
    sql`WITH closed AS (
       UPDATE profiles.load SET state = 'closed', estado = $4, failed_sources = $5, closed_at = now(), shown_v1 = $7, shown_v2 = $8, shown_failed = $9
       WHERE id = $3 RETURNING correlation_id, (extract(epoch FROM closed_at - opened_at) * 1000)::int AS duration_ms
     ), items AS (
       UPDATE profiles.load_item AS item SET (state, reason) = (
         SELECT CASE WHEN failure IS NOT NULL THEN 'failed' WHEN joins THEN 'skipped' ELSE 'loaded' END,
           coalesce(failure, CASE WHEN joins THEN 'already_in_portfolio' END)
         FROM (
           -- A forced update is paid for answers to this load, also for those before it joined. What was known before the load does not count,
           -- nor does a screening of earlier names.
           SELECT CASE WHEN request.doc_type IS NOT NULL THEN $6::text
             WHEN NOT EXISTS (
               SELECT FROM profiles.task WHERE load_id = $3 AND source <> '${screened}' AND state IN ('data', 'empty')
             ) THEN 'all_sources_failed' END AS failure
           FROM profiles.load_request AS request WHERE request.id = item.request_id) AS ended)
       WHERE load_id = $3 AND state NOT IN ('loaded', 'skipped', 'failed')
     )
     UPDATE profiles.profile SET estado = $4, failed_sources = $5, load_id = $3, revision = revision + 1,
       -- Readers are told when the profile changed, not when somebody had it loaded without news.
       updated_at = CASE WHEN (estado, failed_sources) IS DISTINCT FROM ($4, $5::text[]) THEN now() ELSE updated_at END,
       first_request_id = ${firstRequest}
     WHERE tax_id = $1 AND doc_type = $2
     RETURNING EXISTS (SELECT FROM profiles.portfolio_entry WHERE tax_id = $1 AND doc_type = $2 AND standing = 'active') AS is_shown,
       -- For an empty list, source = ANY would let the planner read all open tasks.
       (SELECT jsonb_object_agg(source, coalesce(failure, state)) FROM profiles.task
         WHERE load_id = $3 AND state IN ('failed', 'unknown_taxpayer') AND array_position($5::text[], source) IS NOT NULL) AS lost,
       (SELECT correlation_id FROM closed) AS correlation_id, (SELECT duration_ms FROM closed) AS duration_ms`,
    [taxId, docType, loadId, estado, failed, reason, shown?.fragmentsV1 ?? null, shown?.fragmentsV2 ?? null, shown?.failed ?? null],
  );
  return ended!;
}

function failureOf(outcome: ProfileState, standings: SourceStanding[]): string | null {
  if (outcome !== 'failed') return null;
  return taxpayerIsUnknown(standings) ? 'taxpayer_not_found' : 'all_sources_failed';
}

/** One text per section, in the order of the contract. */
interface Fragments {
  fragmentsV1: string[];
  fragmentsV2: string[];
}

interface Shown extends Fragments {
  failed: SourceName[];
}

const nothing = emptyFragments('SH50');

/**
 * What the corporations that asked for a failed load are permanently shown of it: the state of each section at its end, without data. There
 * may be data for a number that the registry does not know: others loaded it while the registry was silent, or it belongs to the person
 * whose DNI the number contains.
 */
async function whatAFailureShows(tx: Transaction, { taxId, docType }: Document, standings: SourceStanding[]): Promise<Shown> {
  const [profile] = await tx.rows<Fragments>(
    sql`SELECT fragments_v1, fragments_v2 FROM profiles.profile WHERE tax_id = $1 AND doc_type = $2`,
    [taxId, docType],
  );
  const { fragmentsV1, fragmentsV2 } = profile!;
  const hasData = fragmentsV2.map(isData);
  const without = (fragments: string[], empty: string[]) =>
    fragments.slice(0, empty.length).map((fragment, place) => (hasData[place] ? empty[place]! : fragment));
  return {
    fragmentsV1: without(fragmentsV1, nothing.v1),
    fragmentsV2: without(fragmentsV2, nothing.v2),
    failed: failedSources(standings),
  };
}

function isData(fragmentV2: string): boolean {
  const [section] = Object.values(JSON.parse(`{${fragmentV2}}`) as Record<string, { statusCode: string }>);
  return section?.statusCode === 'SH10';
}
