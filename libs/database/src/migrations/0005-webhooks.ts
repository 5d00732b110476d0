import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Webhooks1763600000005 implements MigrationInterface {
  name = 'Webhooks1763600000005';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE webhooks.finished_load (
        load_id uuid PRIMARY KEY,
        doc_type text NOT NULL,
        tax_id text NOT NULL,
        estado text NOT NULL CHECK (estado IN ('succeeded', 'partial', 'failed')),
        failed_sources text[] NOT NULL,
        received_at timestamptz NOT NULL DEFAULT now()
      );`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE webhooks.finished_load');
  }
}
