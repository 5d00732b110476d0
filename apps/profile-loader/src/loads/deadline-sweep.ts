import type { SourceName } from '@vigia/contracts';
import { inTransaction, rowsOf } from '@vigia/database';
import type { Logger } from '@vigia/observability';
import type { DataSource } from 'typeorm';
import { closeTask, type CloseTaskTools } from './close-task.js';

const batch = 100;

/**
 * Closes what is past its deadline. It needs the database and nothing else, so that no state of the broker can keep a
 * load open. Tasks that still wait for a first stage share the deadline of their load.
 */
export async function sweepDeadlines(database: DataSource, tools: CloseTaskTools, logger: Logger): Promise<boolean> {
  const overdue = await rowsOf<{ loadId: string; source: SourceName }>(
    database,
    `SELECT load_id AS "loadId", source FROM profiles.task
     WHERE state IN ('waiting', 'pending') AND deadline_at <= now() ORDER BY deadline_at LIMIT $1`,
    [batch],
  );
  for (const task of overdue) {
    try {
      await inTransaction(database, (tx) => closeTask(tx, tools, task, { outcome: 'failed', reason: 'deadline' }));
    } catch (error) {
      // One task that cannot be closed must not keep the others open.
      logger.error({ err: error, ...task }, 'overdue task could not be closed');
    }
  }
  return overdue.length === batch;
}
