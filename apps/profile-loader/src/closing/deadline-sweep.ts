import { Inject, Injectable } from '@nestjs/common';
import type { SourceName } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import type { DueRows, UntilDue } from '@vigia/dispatch';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { isOpen, openTasks } from '../loads/open-tasks.js';
import { TaskDispatcher } from '../tasks/task-dispatcher.js';
import { TaskClosing } from './task-closing.js';

const batch = 100;

interface OverdueLoad {
  loadId: string;
  sources: SourceName[];
}

const findOverdue = sql`
  SELECT load_id, array_agg(source) AS sources FROM profiles.task
  WHERE ${isOpen} AND deadline_at BETWEEN $2::timestamptz AND now() AND ($1::uuid IS NULL OR load_id > $1::uuid)
  GROUP BY load_id ORDER BY load_id LIMIT ${batch}`;

/**
 * Closes tasks that are past their deadline. It needs only the database, so that no state of the broker can keep a load open. Tasks that
 * still wait for the first stage have the deadline of their load.
 */
@Injectable()
export class DeadlineSweep {
  private readonly openTasks: DueRows;

  constructor(
    private readonly database: Database,
    private readonly taskClosing: TaskClosing,
    private readonly taskDispatcher: TaskDispatcher,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.openTasks = openTasks(database);
  }

  /** Goes through all overdue loads: a load that cannot be closed does not keep the others open. */
  async round(stopping: AbortSignal): Promise<void> {
    let last: string | undefined;
    do {
      const overdue: OverdueLoad[] = await this.database.rows(findOverdue, [last, await this.openTasks.begin()]);
      for (const load of overdue) {
        if (stopping.aborted) return;
        await this.close(load);
      }
      last = overdue.length === batch ? overdue.at(-1)?.loadId : undefined;
    } while (last);
  }

  untilDue(): Promise<UntilDue[]> {
    return this.openTasks.untilDue();
  }

  private async close({ loadId, sources }: OverdueLoad): Promise<void> {
    try {
      const ends = sources.map((source) => ({ source, answer: { outcome: 'failed', reason: 'deadline' } as const }));
      await this.database.transaction((tx) => this.taskClosing.close(tx, loadId, ends));
      // A job that stays in the queue would still count against the rate limit when its turn comes. This does not wait for the broker.
      this.taskDispatcher.withdraw(sources.map((source) => ({ loadId, source })));
    } catch (error) {
      this.logger.error({ err: error, loadId, sources }, 'overdue tasks could not be closed');
    }
  }
}
