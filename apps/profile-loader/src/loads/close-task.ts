import { prerequisitesOf, sourceCatalogue, sourceNames, sourcesOf, type Document, type SourceName } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';
import type { SourceAnswer } from '../domain/source-answer.js';
import { refreshSection } from '../summary/refresh-section.js';
import { closeLoad, type CloseLoadTools } from './close-load.js';
import { keepAnswer } from './keep-answer.js';

export interface CloseTaskTools extends CloseLoadTools {
  taskDeadlineMs: number;
  /** Called after a commit that made further tasks due. */
  tasksAreDue: () => void;
}

interface OpenTask {
  source: SourceName;
  state: 'waiting' | 'pending';
}

/**
 * Writes down how a source answered. Whoever closes the last task of a section renews the section, and whoever closes the
 * last of all closes the load, in the same transaction. Nothing happens when the task or its load is closed already: the
 * first answer stands.
 */
export async function closeTask(
  tx: Transaction,
  tools: CloseTaskTools,
  { loadId, source }: { loadId: string; source: SourceName },
  answer: SourceAnswer,
): Promise<boolean> {
  const [document] = await tx.query<Document>(
    `SELECT doc_type AS "docType", tax_id AS "taxId" FROM profiles.load WHERE id = $1 AND state = 'open' FOR UPDATE`,
    [loadId],
  );
  if (!document) return false;
  const closed = await tx.query(
    `UPDATE profiles.task SET state = $1, failure = $2, closed_at = now()
     WHERE load_id = $3 AND source = $4 AND state IN ('waiting', 'pending') RETURNING source`,
    [answer.outcome, answer.outcome === 'failed' ? answer.reason : null, loadId, source],
  );
  if (closed.length === 0) return false;
  await keepAnswer(tx, document, source, answer);
  const open = await tx.query<OpenTask>(`SELECT source, state FROM profiles.task WHERE load_id = $1 AND state IN ('waiting', 'pending')`, [
    loadId,
  ]);
  const { section } = sourceCatalogue[source];
  if (!open.some((task) => sourcesOf(section).includes(task.source))) await refreshSection(tx, document, section);
  if (open.length === 0) await closeLoad(tx, tools, loadId, document);
  else await releaseWaiting(tx, tools, loadId, open);
  return true;
}

/** Tasks of the second stage become due once everything that they need is closed, however it ended. */
async function releaseWaiting(tx: Transaction, tools: CloseTaskTools, loadId: string, open: OpenTask[]): Promise<void> {
  const stillOpen = new Set(open.map(({ source }) => source));
  const released = sourceNames.filter(
    (source) =>
      open.some((task) => task.source === source && task.state === 'waiting') &&
      prerequisitesOf(source).every((needed) => !stillOpen.has(needed)),
  );
  if (released.length === 0) return;
  await tx.query(
    `UPDATE profiles.task SET state = 'pending', due_at = now(), deadline_at = least(deadline_at, now() + $3 * interval '1 ms')
     WHERE load_id = $1 AND source = ANY($2)`,
    [loadId, released, tools.taskDeadlineMs],
  );
  tx.afterCommit(tools.tasksAreDue);
}
