import { prerequisitesOf, sourceCatalogue, sourceNames, sourcesOf, type Document, type SourceName } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';
import { refreshSections } from '../summary/refresh-sections.js';
import { closeLoad, type CloseLoadTools } from './close-load.js';
import { keepAnswers, type Answered } from './keep-answers.js';

export interface CloseTasksTools extends CloseLoadTools {
  taskDeadlineMs: number;
  /** Called after a commit that made further tasks due. */
  tasksAreDue: () => void;
}

interface OpenTask {
  source: SourceName;
  state: 'waiting' | 'pending';
}

/**
 * Writes down how sources of one load answered. Whoever closes the last task of a section renews the section, and whoever
 * closes the last of all closes the load, in the same transaction. Nothing happens to a task or a load that is closed
 * already: the first answer stands.
 */
export async function closeTasks(tx: Transaction, tools: CloseTasksTools, loadId: string, answered: Answered[]): Promise<void> {
  const [document] = await tx.query<Document>(
    `SELECT doc_type AS "docType", tax_id AS "taxId" FROM profiles.load WHERE id = $1 AND state = 'open' FOR UPDATE`,
    [loadId],
  );
  if (!document) return;
  const ends = answered.map(({ source, answer }) => ({
    source,
    state: answer.outcome,
    failure: answer.outcome === 'failed' ? answer.reason : null,
  }));
  const closed = await tx.query<{ source: SourceName }>(
    `UPDATE profiles.task SET state = ended.state, failure = ended.failure, closed_at = now()
     FROM jsonb_to_recordset($2::jsonb) AS ended (source text, state text, failure text)
     WHERE load_id = $1 AND task.source = ended.source AND task.state IN ('waiting', 'pending') RETURNING task.source`,
    [loadId, JSON.stringify(ends)],
  );
  if (closed.length === 0) return;
  await keepAnswers(
    tx,
    document,
    answered.filter(({ source }) => closed.some((task) => task.source === source)),
  );
  const open = await tx.query<OpenTask>(`SELECT source, state FROM profiles.task WHERE load_id = $1 AND state IN ('waiting', 'pending')`, [
    loadId,
  ]);
  const touched = [...new Set(closed.map(({ source }) => sourceCatalogue[source].section))];
  await refreshSections(
    tx,
    document,
    touched.filter((section) => !open.some(({ source }) => sourcesOf(section).includes(source))),
  );
  if (open.length === 0) await closeLoad(tx, tools, loadId, document);
  else await releaseWaiting(tx, tools, loadId, open);
}

/** Tasks of the second stage become due once everything that they need is closed, however it ended. */
async function releaseWaiting(tx: Transaction, tools: CloseTasksTools, loadId: string, open: OpenTask[]): Promise<void> {
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
