import { randomUUID } from 'node:crypto';
import { emptyFragments, prerequisitesOf, type Document, type SourceName } from '@vigia/contracts';
import type { LoadRow, Transaction } from '@vigia/database';
import { shortestLeaseMs } from '@vigia/dispatch';
import { currentCorrelationId, currentTraceParent } from '@vigia/observability';
import type { DatedStanding } from '../domain/source-standing.js';
import type { DueTask } from '../tasks/task-dispatcher.js';

export interface OpenLoadTools {
  taskDeadlineMs: number;
  loadDeadlineMs: number;
  /** Called after the commit that wrote the tasks. */
  push: (tasks: DueTask[]) => void;
  /** Called after the commit that gave tasks a better place. */
  moveUp: (tasks: DueTask[]) => void;
}

export interface Wanted {
  purpose: LoadRow['purpose'];
  /**
   * Its place in the lines of its sources: the lower, the sooner. What clients want stands where it stood in its request, so that a
   * single document waits for the first of a hundred and not for the rest.
   */
  place: number;
  /** Chooses, from how the sources of a document stand, which of them the load has to ask. */
  choose: (standings: DatedStanding[]) => SourceName[];
}

/**
 * The open load of the document, joined or newly opened; undefined when no source has to be asked. The row comes back
 * locked, so that it cannot close before the caller's item hangs on it.
 */
export async function openOrJoinLoad(
  tx: Transaction,
  document: Document,
  tools: OpenLoadTools,
  { purpose, place, choose }: Wanted,
): Promise<string | undefined> {
  for (;;) {
    const open = await lockOpenLoad(tx, document);
    const sources = choose(await standingsOf(tx, document));
    if (open) {
      await moveUp(tx, open, place, tools);
      await addTasks(tx, open, place, sources, tools);
      return open.id;
    }
    if (sources.length === 0) return undefined;
    const opened = await insertLoad(tx, document, tools, purpose);
    if (opened) {
      await addTasks(tx, opened, place, sources, tools);
      return opened.id;
    }
    // Somebody else has opened one just now: join that.
  }
}

interface OpenLoad {
  id: string;
  deadlineAt: Date;
}

export async function lockOpenLoad(tx: Transaction, { docType, taxId }: Document): Promise<OpenLoad | undefined> {
  const [open] = await tx.rows<OpenLoad>(
    `SELECT id, deadline_at AS "deadlineAt" FROM profiles.load WHERE tax_id = $1 AND doc_type = $2 AND state = 'open' FOR UPDATE`,
    [taxId, docType],
  );
  return open;
}

function standingsOf(tx: Transaction, { docType, taxId }: Document): Promise<DatedStanding[]> {
  return tx.rows<DatedStanding>(
    `SELECT source, outcome, failure, answered_at AS "answeredAt", complete FROM profiles.source_answer WHERE tax_id = $1 AND doc_type = $2`,
    [taxId, docType],
  );
}

async function insertLoad(
  tx: Transaction,
  { docType, taxId }: Document,
  { loadDeadlineMs }: OpenLoadTools,
  purpose: Wanted['purpose'],
): Promise<OpenLoad | undefined> {
  const [load] = await tx.rows<OpenLoad>(
    `INSERT INTO profiles.load (id, doc_type, tax_id, purpose, correlation_id, trace_parent, deadline_at)
     VALUES ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 ms') ON CONFLICT DO NOTHING RETURNING id, deadline_at AS "deadlineAt"`,
    [randomUUID(), docType, taxId, purpose, currentCorrelationId() ?? randomUUID(), currentTraceParent() ?? null, loadDeadlineMs],
  );
  if (!load) return undefined;
  const { v1, v2 } = emptyFragments('SH20');
  tx.send(
    `INSERT INTO profiles.profile (doc_type, tax_id, failed_sources, fragments_v1, fragments_v2, load_id) VALUES ($1, $2, '{}', $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    [docType, taxId, v1, v2, load.id],
  );
  return load;
}

/** A request that joins a load brings it forward to the place that a load of its own would have had. */
async function moveUp(tx: Transaction, { id }: OpenLoad, place: number, tools: OpenLoadTools): Promise<void> {
  const moved = await tx.rows<DueTask>(
    `UPDATE profiles.task SET place = $2 WHERE load_id = $1 AND place > $2 AND closed_at IS NULL
     RETURNING load_id AS "loadId", source, place`,
    [id, place],
  );
  tx.afterCommit(() => tools.moveUp(moved));
}

/** Sources that the load has asked already are not asked a second time. New ones stand where the load does. */
async function addTasks(
  tx: Transaction,
  { id, deadlineAt }: OpenLoad,
  place: number,
  sources: SourceName[],
  { taskDeadlineMs, push }: OpenLoadTools,
): Promise<void> {
  if (sources.length === 0) return;
  const tasks = sources.map((source) => ({
    source,
    state: prerequisitesOf(source).some((prerequisite) => sources.includes(prerequisite)) ? 'waiting' : 'pending',
  }));
  const added = await tx.rows<DueTask & { state: string }>(
    `INSERT INTO profiles.task (load_id, source, state, place, due_at, deadline_at)
     SELECT $1, source, state, least($6, (SELECT min(place) FROM profiles.task WHERE load_id = $1)), now() + $5 * interval '1 ms',
       CASE state WHEN 'waiting' THEN $3::timestamptz ELSE least($3::timestamptz, now() + $4 * interval '1 ms') END
     FROM jsonb_to_recordset($2::jsonb) AS asked (source text, state text)
     ON CONFLICT DO NOTHING RETURNING load_id AS "loadId", source, place, state`,
    [id, JSON.stringify(tasks), deadlineAt, taskDeadlineMs, shortestLeaseMs, place],
  );
  tx.afterCommit(() => push(added.filter(({ state }) => state === 'pending')));
}
