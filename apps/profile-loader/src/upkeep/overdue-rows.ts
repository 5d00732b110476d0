import { sourceNames } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import { Gauge } from 'prom-client';

const overdue = new Gauge({
  name: 'vigia_loader_overdue_seconds',
  help: 'For how long the oldest row of the loader has been due that no replica has dealt with, by kind; paused sources do not count',
  labelNames: ['what'],
});

/**
 * Reads the rows, so it notices whatever keeps the loops of all replicas from their work. The kinds are those of `profiles.overdue` and
 * `profiles.overdue_portfolio`.
 */
export async function measureOverdue(database: Database): Promise<void> {
  const [oldest] = await database.rows<{
    task: number;
    taskDeadline: number;
    refresh: number;
    portfolioCheck: number;
    loaderEvent: number;
  }>(
    sql`SELECT
         extract(epoch FROM now() - coalesce((SELECT min(due_at) FROM profiles.task WHERE state = 'pending' AND due_at <= now()
           AND NOT EXISTS (SELECT FROM profiles.source_pause WHERE source_pause.source = task.source)), now()))::float8 AS task,
         extract(epoch FROM now() - coalesce((SELECT min(deadline_at) FROM profiles.task
           WHERE state IN ('waiting', 'pending') AND closed_at IS NULL AND deadline_at <= now()), now()))::float8 AS task_deadline,
         extract(epoch FROM now() - coalesce((SELECT min(first.refresh_at) FROM unnest($1::text[]) AS asked (source) CROSS JOIN LATERAL (
             SELECT refresh_at FROM profiles.source_answer WHERE source_answer.source = asked.source AND refresh_at <= now()
             ORDER BY refresh_at LIMIT 1) AS first
           WHERE NOT EXISTS (SELECT FROM profiles.source_pause WHERE source_pause.source = asked.source)), now()))::float8 AS refresh,
         extract(epoch FROM now() - coalesce((SELECT min(due_at) FROM profiles.portfolio_check WHERE due_at <= now()), now()))::float8
           AS portfolio_check,
         extract(epoch FROM now() - coalesce((SELECT min(created_at) FROM profiles.outbox), now()))::float8 AS loader_event`,
    [sourceNames],
  );
  const { task, taskDeadline, refresh, portfolioCheck, loaderEvent } = oldest!;
  const kinds = { task, task_deadline: taskDeadline, refresh, portfolio_check: portfolioCheck, loader_event: loaderEvent };
  for (const [what, seconds] of Object.entries(kinds)) overdue.set({ what }, seconds);
}
