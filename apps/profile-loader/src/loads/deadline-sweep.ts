import type { SourceName } from '@vigia/contracts';
import { inTransaction, rowsOf } from '@vigia/database';
import type { Logger } from '@vigia/observability';
import type { DataSource } from 'typeorm';
import { closeTasks, type CloseTasksTools } from './close-tasks.js';

const batch = 100;

/**
 * Closes what is past its deadline. It needs the database and nothing else, so that no state of the broker can keep a
 * load open. Tasks that still wait for a first stage share the deadline of their load.
 */
export async function sweepDeadlines(database: DataSource, tools: CloseTasksTools, logger: Logger): Promise<boolean> {
  const overdue = await rowsOf<{ loadId: string; source: SourceName }>(
    database,
    `SELECT load_id AS "loadId", source FROM profiles.task
     WHERE state IN ('waiting', 'pending') AND deadline_at <= now() ORDER BY deadline_at LIMIT $1`,
    [batch],
  );
  for (const loadId of new Set(overdue.map((task) => task.loadId))) {
    const late = overdue.filter((task) => task.loadId === loadId);
    try {
      const ends = late.map(({ source }) => ({ source, answer: { outcome: 'failed', reason: 'deadline' } as const }));
      await inTransaction(database, (tx) => closeTasks(tx, tools, loadId, ends));
    } catch (error) {
      // One load that cannot be closed must not keep the others open.
      logger.error({ err: error, loadId, sources: late.map(({ source }) => source) }, 'overdue tasks could not be closed');
    }
  }
  return overdue.length === batch;
}
