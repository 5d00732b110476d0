import type { MigrationInterface, QueryRunner } from 'typeorm';

const batch = 1_000;

/**
 * What a receiver answered may repeat the body of the event, and the version before keeps it for a year after it has purged the body. The
 * dispatcher now purges both together; here go the answers whose body is gone already.
 */
export class AnswersWithoutTheirBody1763600000150 implements MigrationInterface {
  name = 'AnswersWithoutTheirBody1763600000150';
  // Attempts are written in pieces, each of which locks its own for a moment.
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    let last: string | null = '0';
    while (last !== null) last = ((await db.query(forget, [last])) as { last: string | null }[])[0]?.last ?? null;
  }

  async down(): Promise<void> {
    // What receivers answered is gone.
  }
}

/** By position, so that deliveries are read once. Answers the last one that it looked at. */
const forget = `
  WITH looked AS MATERIALIZED (
    SELECT id, position, trigger_id, payload_version FROM webhooks.delivery WHERE position > $1 ORDER BY position LIMIT ${batch}
  ), forgotten AS (
    UPDATE webhooks.attempt SET response_body = NULL, response_truncated = NULL FROM looked JOIN webhooks.payload USING (trigger_id)
    WHERE delivery_id = looked.id AND version = payload_version AND body IS NULL AND response_body IS NOT NULL
  )
  SELECT max(position) AS last FROM looked`;
