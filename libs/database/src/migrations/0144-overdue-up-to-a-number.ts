import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * After a night without loaders a hundred thousand profiles have a million refreshes that are due, and operators need the view just then. It
 * counts 10,000 rows of a kind at most. Refreshes are read for each source that has any, by the index of 0075, so that the oldest of all is known.
 */
export class OverdueUpToANumber1763600000144 implements MigrationInterface {
  name = 'OverdueUpToANumber1763600000144';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      SET LOCAL lock_timeout = '2s';
      CREATE OR REPLACE VIEW profiles.overdue AS
        WITH RECURSIVE refreshed AS (
          (SELECT source FROM profiles.source_answer WHERE refresh_at IS NOT NULL ORDER BY source LIMIT 1)
          UNION ALL
          SELECT following.source FROM refreshed CROSS JOIN LATERAL (
            SELECT source FROM profiles.source_answer
            WHERE source_answer.source > refreshed.source AND refresh_at IS NOT NULL ORDER BY source LIMIT 1) AS following),
        asked AS (
          SELECT source FROM refreshed WHERE NOT EXISTS (SELECT FROM profiles.source_pause WHERE source_pause.source = refreshed.source))
        SELECT 'task'::text AS kind, count(*)::int AS rows, min(due_at) AS oldest_at
        FROM (SELECT due_at FROM profiles.task WHERE state = 'pending' AND due_at <= now() - interval '1 minute'
            AND NOT EXISTS (SELECT FROM profiles.source_pause WHERE source_pause.source = task.source)
          ORDER BY due_at LIMIT 10000) AS late
        UNION ALL
        SELECT 'task_deadline'::text, count(*)::int, min(deadline_at)
        FROM (SELECT deadline_at FROM profiles.task
          WHERE state IN ('waiting', 'pending') AND closed_at IS NULL AND deadline_at <= now() - interval '1 minute'
          ORDER BY deadline_at LIMIT 10000) AS late
        UNION ALL
        SELECT 'refresh'::text,
          (SELECT count(*)::int FROM (
            SELECT FROM asked CROSS JOIN LATERAL (
              SELECT FROM profiles.source_answer WHERE source_answer.source = asked.source AND refresh_at <= now() - interval '1 minute'
              ORDER BY refresh_at LIMIT 10000) AS due
            LIMIT 10000) AS late),
          (SELECT min(due.refresh_at) FROM asked CROSS JOIN LATERAL (
            SELECT refresh_at FROM profiles.source_answer WHERE source_answer.source = asked.source AND refresh_at <= now() - interval '1 minute'
            ORDER BY refresh_at LIMIT 1) AS due)
        UNION ALL
        SELECT 'loader_event'::text, count(*)::int, min(created_at)
        FROM (SELECT created_at FROM profiles.outbox WHERE created_at <= now() - interval '1 minute' ORDER BY created_at LIMIT 10000) AS late;
      COMMENT ON VIEW profiles.overdue IS '${meaning} No more than 10000 rows are counted.'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
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
        FROM profiles.source_answer WHERE refresh_at <= now() - interval '1 minute'
          AND NOT EXISTS (SELECT FROM profiles.source_pause WHERE source_pause.source = source_answer.source)
        UNION ALL
        SELECT 'loader_event'::text, count(*)::int, min(created_at)
        FROM profiles.outbox WHERE created_at <= now() - interval '1 minute';
      COMMENT ON VIEW profiles.overdue IS '${meaning}'`);
  }
}

const meaning = `Work that should have been done more than a minute ago, by kind: how many rows, and since when the oldest. A kind without any has 0 rows. A row in a queue is leased for seconds at a time, so that one that is late shows that nobody pushes it.`;
