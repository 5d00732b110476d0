import type { SourceName } from '@vigia/contracts';
import type { Database } from '@vigia/database';
import type { Logger } from '@vigia/observability';
import { closeTasks, type CloseTasksTools } from './close-tasks.js';

const batch = 100;

interface OverdueLoad {
  loadId: string;
  sources: SourceName[];
}

/**
 * Closes what is past its deadline. It needs the database and nothing else, so that no state of the broker can keep a
 * load open. Tasks that still wait for a first stage share the deadline of their load. A round goes through everything that is
 * overdue: loads that cannot be closed keep no other open.
 */
export async function sweepDeadlines(database: Database, tools: CloseTasksTools, logger: Logger): Promise<boolean> {
  let last: string | undefined;
  do {
    const overdue: OverdueLoad[] = await database.rows(findOverdue, [last]);
    for (const load of overdue) await closeOverdue(database, tools, load, logger);
    last = overdue.length === batch ? overdue.at(-1)?.loadId : undefined;
  } while (last);
  return false;
}

const findOverdue = `
  SELECT load_id AS "loadId", array_agg(source) AS sources FROM profiles.task
  WHERE state IN ('waiting', 'pending') AND closed_at IS NULL AND deadline_at <= now() AND ($1::uuid IS NULL OR load_id > $1::uuid)
  GROUP BY load_id ORDER BY load_id LIMIT ${batch}`;

async function closeOverdue(database: Database, tools: CloseTasksTools, { loadId, sources }: OverdueLoad, logger: Logger): Promise<void> {
  try {
    const ends = sources.map((source) => ({ source, answer: { outcome: 'failed', reason: 'deadline' } as const }));
    await database.transaction((tx) => closeTasks(tx, tools, loadId, ends));
  } catch (error) {
    logger.error({ err: error, loadId, sources }, 'overdue tasks could not be closed');
  }
}
