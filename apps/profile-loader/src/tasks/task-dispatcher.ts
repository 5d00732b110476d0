import { Inject, Injectable } from '@nestjs/common';
import { sourceJob, sourceNames, sourceQueue, type SourceJob, type SourceName } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { Batches, DueRows, earliestDue, Loop, nextDueSql } from '@vigia/dispatch';
import { Broker, BrokerUnavailableError, type JobQueue } from '@vigia/messaging';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';

export type TaskKey = Pick<SourceJob, 'loadId' | 'source'>;

export interface DueTask extends TaskKey {
  /** Its position in the queue of its source; a lower one goes first. */
  place: number;
}

const pollMs = 250;
const batch = 500;

/**
 * Pushes every task to the queue of its source: when it is written, and whenever its row is due, under the same job id, until the row is
 * closed.
 */
@Injectable()
export class TaskDispatcher {
  private readonly queues: Map<SourceName, JobQueue<SourceJob>>;
  private readonly batches = new Batches((tasks: DueTask[]) => this.pushAll(tasks));
  private readonly dueTasks: DueRows;
  private readonly loop: Loop;

  constructor(
    private readonly database: Database,
    broker: Broker,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.queues = new Map(sourceNames.map((source) => [source, broker.jobs(sourceQueue(source), sourceJob)]));
    const earliest = earliestDue(sql`due_at`, sql`profiles.task WHERE state = 'pending' AND due_at >= $1::timestamptz`);
    this.dueTasks = new DueRows((since) => database.rows(earliest, [since]));
    const [step, untilDue] = [() => this.pushDue(), () => this.dueTasks.untilDue()];
    this.loop = new Loop({ name: 'tasks', intervalMs: pollMs, step, untilDue, logger });
  }

  start(): void {
    this.loop.start();
  }

  kick(inMs?: number): void {
    this.loop.kick(inMs);
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** A task that does not reach its queue is soon due again. */
  push(tasks: DueTask[]): void {
    for (const task of tasks) {
      const { loadId, source } = task;
      this.batches.add(task).catch((error: unknown) => this.logger.warn({ err: error, loadId, source }, 'task not pushed, stays due'));
    }
  }

  /** Tasks that wait in their queue move to their new position there; any other gets it when it is pushed. */
  moveUp(tasks: DueTask[]): void {
    for (const task of tasks) {
      const { id, priority } = toJob(task);
      const { loadId, source } = task;
      this.queues
        .get(source)
        ?.move(id, priority)
        .catch((error: unknown) => this.logger.warn({ err: error, loadId, source }, 'task keeps its old place'));
    }
  }

  /** Closed tasks need no worker. A job that stays in the queue anyway finds its row closed. */
  withdraw(tasks: TaskKey[]): void {
    for (const { loadId, source } of tasks) {
      this.queues
        .get(source)
        ?.withdraw(jobId({ loadId, source }))
        .catch((error: unknown) => this.logger.debug({ err: error, loadId, source }, 'job of a closed task stays in its queue'));
    }
  }

  private async pushDue(): Promise<boolean> {
    const due = await this.lease();
    await this.pushAll(due);
    return due.length === batch;
  }

  private async pushAll(tasks: DueTask[]): Promise<void[]> {
    try {
      const push = async (source: SourceName) => this.queues.get(source)?.push(tasks.filter((task) => task.source === source).map(toJob));
      await Promise.all([...new Set(tasks.map(({ source }) => source))].map(push));
    } catch (error) {
      if (!(error instanceof BrokerUnavailableError)) throw error;
      // The rows are due again when their lease runs out.
    }
    return tasks.map(() => undefined);
  }

  private async lease(): Promise<DueTask[]> {
    return this.database.rows<DueTask>(
      sql`UPDATE profiles.task SET due_at = ${nextDueSql}, dispatches = dispatches + 1
       WHERE (load_id, source) IN (
         SELECT load_id, source FROM profiles.task WHERE state = 'pending' AND due_at BETWEEN $1::timestamptz AND now()
           AND NOT EXISTS (SELECT FROM profiles.source_pause WHERE source_pause.source = task.source)
         ORDER BY place, due_at LIMIT ${batch} FOR UPDATE SKIP LOCKED)
       RETURNING load_id, source, place`,
      [await this.dueTasks.begin()],
    );
  }
}

function jobId({ loadId, source }: TaskKey): string {
  return `task-${loadId}-${source}`;
}

function toJob({ loadId, source, place }: DueTask): { id: string; data: SourceJob; priority: number } {
  return { id: jobId({ loadId, source }), data: { v: 1, loadId, source }, priority: place };
}
