import type { MigrationInterface, QueryRunner } from 'typeorm';

/** No service announces loads any more: a service that waits for one reads the row of its request. */
export class LoadsWithoutAnnouncements1763600000127 implements MigrationInterface {
  name = 'LoadsWithoutAnnouncements1763600000127';

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE webhooks.finished_load');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE webhooks.finished_load (
        load_id uuid PRIMARY KEY,
        doc_type text NOT NULL,
        tax_id text NOT NULL,
        estado text NOT NULL CHECK (estado IN ('succeeded', 'partial', 'failed')),
        failed_sources text[] NOT NULL,
        received_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX finished_load_received ON webhooks.finished_load (received_at);`);
  }
}
