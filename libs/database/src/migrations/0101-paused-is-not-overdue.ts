import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The refreshes of a source that an operator has paused are kept back on purpose, as its tasks are. */
export class PausedIsNotOverdue1763600000101 implements MigrationInterface {
  name = 'PausedIsNotOverdue1763600000101';

  async up(db: QueryRunner): Promise<void> {
    await db.query(overdue('AND NOT EXISTS (SELECT FROM profiles.source_pause WHERE source_pause.source = source_answer.source)'));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(overdue(''));
  }
}

const overdue = (andNotPaused: string) => `
  SET LOCAL lock_timeout = '2s';
  CREATE OR REPLACE VIEW profiles.overdue AS
    SELECT 'task'::text AS kind, count(*)::int AS rows, min(due_at) AS oldest_at
    FROM profiles.task WHERE state = 'pending' AND due_at <= now() - interval '1 minute'
      AND NOT EXISTS (SELECT FROM profiles.source_pause WHERE source_pause.source = task.source)
    UNION ALL
    SELECT 'task_deadline'::text, count(*)::int, min(deadline_at)
    FROM profiles.task WHERE state IN ('waiting', 'pending') AND closed_at IS NULL AND deadline_at <= now() - interval '1 minute'
    UNION ALL
    SELECT 'refresh'::text, count(*)::int, min(refresh_at)
    FROM profiles.source_answer WHERE refresh_at <= now() - interval '1 minute' ${andNotPaused}
    UNION ALL
    SELECT 'loader_event'::text, count(*)::int, min(created_at)
    FROM profiles.outbox WHERE created_at <= now() - interval '1 minute';`;
