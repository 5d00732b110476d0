import { sections, sourcesFor, sourcesOf, type Document, type ProfileState } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';
import type { Outbox } from '@vigia/dispatch';
import { failedSources, profileState, taxpayerIsUnknown, type SourceStanding } from '../domain/source-standing.js';
import { settleRequests } from '../requests/settle-requests.js';
import { scoreSection, unscored } from '../summary/score-section.js';
import { writeSections } from '../summary/write-sections.js';
import { loadsClosed } from './load-metrics.js';
import { moveRefreshes, startRefreshing, type RefreshIntervals } from './refresh-schedule.js';

export interface CloseLoadTools {
  outbox: Outbox;
  refreshEveryMs: RefreshIntervals;
}

/** Runs in the transaction that closed the last task, with the load locked and every section of its sources written. */
export async function closeLoad(tx: Transaction, tools: CloseLoadTools, loadId: string, document: Document): Promise<void> {
  const { outbox, refreshEveryMs } = tools;
  const standings = await tx.query<SourceStanding>(
    `SELECT source, outcome, failure FROM profiles.source_answer WHERE tax_id = $1 AND doc_type = $2 ORDER BY source`,
    [document.taxId, document.docType],
  );
  const estado = profileState(standings);
  const failed = failedSources(standings);
  await finishSections(tx, document, estado);
  await tx.query(`UPDATE profiles.load SET state = 'closed', estado = $2, failed_sources = $3, closed_at = now() WHERE id = $1`, [
    loadId,
    estado,
    failed,
  ]);
  await tx.query(
    `UPDATE profiles.profile SET estado = $3, failed_sources = $4, load_id = $5, revision = revision + 1, updated_at = now()
     WHERE tax_id = $1 AND doc_type = $2`,
    [document.taxId, document.docType, estado, failed, loadId],
  );
  await tx.query(
    `UPDATE profiles.load_item SET state = CASE WHEN $2::text IS NOT NULL THEN 'failed' WHEN joins THEN 'skipped' ELSE 'loaded' END,
       reason = coalesce($2, CASE WHEN joins THEN 'already_in_portfolio' END)
     WHERE load_id = $1 AND state = 'loading'`,
    [loadId, failureOf(estado, standings)],
  );
  await moveRefreshes(tx, document, refreshEveryMs, loadId);
  if (estado !== 'failed' && (await isToBeMonitored(tx, loadId))) await startRefreshing(tx, document, refreshEveryMs);
  await settleRequests(tx, outbox, loadId);
  await outbox.add(tx, 'loads.finished', { loadId, ...document, estado, failedSources: failed });
  tx.afterCommit(() => loadsClosed.inc({ estado }));
}

/** What no source of its own feeds: sections that do not apply to this kind of document, and the score of the others. */
async function finishSections(tx: Transaction, document: Document, estado: ProfileState): Promise<void> {
  const asked = sourcesFor(document.docType);
  const inapplicable = sections.filter((section) => {
    const sources = sourcesOf(section);
    return sources.length > 0 && !sources.some((source) => asked.includes(source));
  });
  // Nothing is known of a profile that failed: least of all that it is without alert.
  const score = estado === 'failed' ? unscored : await scoreSection(tx, document);
  await writeSections(tx, document, [...inapplicable.map((section) => ({ section, statusCode: 'SH40', provenance: [] })), score]);
}

async function isToBeMonitored(tx: Transaction, loadId: string): Promise<boolean> {
  const monitoring = await tx.query(
    `SELECT 1 FROM profiles.load_item JOIN profiles.load_request ON load_request.id = request_id
     WHERE load_id = $1 AND mode = 'monitoring' LIMIT 1`,
    [loadId],
  );
  return monitoring.length > 0;
}

function failureOf(estado: ProfileState, standings: SourceStanding[]): string | null {
  if (estado !== 'failed') return null;
  return taxpayerIsUnknown(standings) ? 'taxpayer_not_found' : 'all_sources_failed';
}
