import { Inject, Injectable } from '@nestjs/common';
import { sourceJob, sourceNames, sourceQueue, type SourceJob, type SourceName } from '@vigia/contracts';
import { rowsOf } from '@vigia/database';
import { Loop, nextDueSql } from '@vigia/dispatch';
import { Broker, BrokerUnavailableError, type JobQueue } from '@vigia/messaging';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { DataSource } from 'typeorm';

type DueTask = Pick<SourceJob, 'loadId' | 'source'>;

const pollMs = 250;
const batch = 500;

/** Pushes every due task to the queue of its source, again and again under the same job id, until the row is closed. */
@Injectable()
export class TaskDispatcher {
  private readonly queues: Map<SourceName, JobQueue<SourceJob>>;
  private readonly loop: Loop;

  constructor(
    private readonly database: DataSource,
    broker: Broker,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.queues = new Map(sourceNames.map((source) => [source, broker.jobs(sourceQueue(source), sourceJob)]));
    this.loop = new Loop({ name: 'tasks', intervalMs: pollMs, step: () => this.pushDue(), logger });
  }

  start(): void {
    this.loop.start();
  }

  kick(): void {
    this.loop.kick();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  private async pushDue(): Promise<boolean> {
    const due = await this.lease();
    try {
      const push = async (source: SourceName) => this.queues.get(source)?.push(due.filter((task) => task.source === source).map(toJob));
      await Promise.all([...new Set(due.map(({ source }) => source))].map(push));
    } catch (error) {
      if (!(error instanceof BrokerUnavailableError)) throw error;
      // The lease runs out and the rows are due again: nothing else has to be undone.
    }
    return due.length === batch;
  }

  private lease(): Promise<DueTask[]> {
    return rowsOf<DueTask>(
      this.database,
      `UPDATE profiles.task SET due_at = ${nextDueSql}, dispatches = dispatches + 1
       WHERE (load_id, source) IN (
         SELECT load_id, source FROM profiles.task WHERE state = 'pending' AND due_at <= now()
           AND NOT EXISTS (SELECT FROM profiles.source_pause WHERE source_pause.source = task.source)
         ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING load_id AS "loadId", source`,
      [batch],
    );
  }
}

function toJob({ loadId, source }: DueTask): { id: string; data: SourceJob } {
  return { id: `task-${loadId}-${source}`, data: { v: 1, loadId, source } };
}
