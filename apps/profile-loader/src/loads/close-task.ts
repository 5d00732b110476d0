import { prerequisitesOf, sourceNames, type Document, type SourceName } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';
import type { ClosedState } from '../domain/profile-state.js';
import type { SourceAnswer } from '../domain/source-answer.js';
import { closeLoad, type CloseLoadTools } from './close-load.js';

export interface CloseTaskTools extends CloseLoadTools {
  taskDeadlineMs: number;
  /** Called after a commit that made further tasks due. */
  tasksAreDue: () => void;
}

/**
 * Writes down how a source answered. Whoever closes the last task closes the load in the same transaction. Nothing
 * happens when the task or its load is closed already: the first answer stands.
 */
export async function closeTask(
  tx: Transaction,
  tools: CloseTaskTools,
  task: { loadId: string; source: SourceName },
  answer: SourceAnswer,
): Promise<boolean> {
  const [load] = await tx.query<Document>(
    `SELECT doc_type AS "docType", tax_id AS "taxId" FROM profiles.load WHERE id = $1 AND state = 'open' FOR UPDATE`,
    [task.loadId],
  );
  if (!load) return false;
  const closed = await tx.query(
    `UPDATE profiles.task SET state = $1, failure = $2, closed_at = now()
     WHERE load_id = $3 AND source = $4 AND state IN ('waiting', 'pending') RETURNING source`,
    [answer.outcome satisfies ClosedState, answer.outcome === 'failed' ? answer.reason : null, task.loadId, task.source],
  );
  if (closed.length === 0) return false;
  await keepAnswer(tx, load, task.source, answer);
  const open = await tx.query<{ source: SourceName; state: string }>(
    `SELECT source, state FROM profiles.task WHERE load_id = $1 AND state IN ('waiting', 'pending')`,
    [task.loadId],
  );
  if (open.length === 0) await closeLoad(tx, tools, task.loadId, load);
  else await releaseWaiting(tx, tools, task.loadId, open);
  return true;
}

async function keepAnswer(tx: Transaction, { docType, taxId }: Document, source: SourceName, answer: SourceAnswer): Promise<void> {
  if (answer.outcome === 'failed' || answer.outcome === 'unknown_taxpayer') return;
  const observed = answer.outcome === 'not_contracted' ? undefined : answer;
  await tx.query(
    `INSERT INTO profiles.source_answer (doc_type, tax_id, source, outcome, answer, source_version, observed_at)
     VALUES ($1, $2, $3, $4, $5, $6, coalesce($7::timestamptz, now()))
     ON CONFLICT (tax_id, doc_type, source) DO UPDATE SET outcome = excluded.outcome, answer = excluded.answer,
       source_version = excluded.source_version, observed_at = excluded.observed_at`,
    [
      docType,
      taxId,
      source,
      answer.outcome,
      answer.outcome === 'data' ? JSON.stringify(answer.data) : null,
      observed?.sourceVersion ?? null,
      observed?.observedAt ?? null,
    ],
  );
}

/** Tasks of the second stage become due once everything that they need is closed, however it ended. */
async function releaseWaiting(
  tx: Transaction,
  tools: CloseTaskTools,
  loadId: string,
  open: { source: SourceName; state: string }[],
): Promise<void> {
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
