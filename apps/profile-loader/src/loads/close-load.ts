import type { Document, ProfileState } from '@vigia/contracts';
import { ProfileRow, type Transaction } from '@vigia/database';
import type { Outbox } from '@vigia/dispatch';
import { failedSources, profileState, taxpayerIsUnknown, type ClosedTask } from '../domain/profile-state.js';
import { settleRequests } from '../requests/settle-requests.js';
import { assembleSummary, type StoredAnswer } from '../summary/assemble-summary.js';
import { loadsClosed } from './load-metrics.js';

export interface CloseLoadTools {
  outbox: Outbox;
}

/** Runs in the transaction that closed the last task, with the load locked. */
export async function closeLoad(tx: Transaction, { outbox }: CloseLoadTools, loadId: string, document: Document): Promise<void> {
  const tasks = await tx.query<ClosedTask>(`SELECT source, state, failure FROM profiles.task WHERE load_id = $1 ORDER BY source`, [loadId]);
  const answers = await tx.query<StoredAnswer>(
    `SELECT source, outcome, answer FROM profiles.source_answer WHERE tax_id = $1 AND doc_type = $2`,
    [document.taxId, document.docType],
  );
  const estado = profileState(tasks, answers);
  await tx.query(`UPDATE profiles.load SET state = 'closed', estado = $2, closed_at = now() WHERE id = $1`, [loadId, estado]);
  await tx.entities.upsert(
    ProfileRow,
    {
      ...document,
      estado,
      failedSources: failedSources(tasks),
      ...assembleSummary(document, tasks, answers),
      loadId,
      updatedAt: () => 'now()',
    },
    ['taxId', 'docType'],
  );
  await tx.query(`UPDATE profiles.load_item SET state = $2, reason = $3 WHERE load_id = $1 AND state = 'loading'`, [
    loadId,
    estado === 'failed' ? 'failed' : 'loaded',
    failureOf(estado, tasks),
  ]);
  await settleRequests(tx, outbox, loadId);
  await outbox.add(tx, 'loads.finished', { loadId, ...document, estado, failedSources: failedSources(tasks) });
  tx.afterCommit(() => loadsClosed.inc({ estado }));
}

function failureOf(estado: ProfileState, tasks: ClosedTask[]): string | null {
  if (estado !== 'failed') return null;
  return taxpayerIsUnknown(tasks) ? 'taxpayer_not_found' : 'all_sources_failed';
}
