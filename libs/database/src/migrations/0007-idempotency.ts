import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Idempotency1763600000007 implements MigrationInterface {
  name = 'Idempotency1763600000007';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.idempotency_key (
        corporation_id uuid NOT NULL REFERENCES identity.corporation,
        key text NOT NULL,
        fingerprint bytea NOT NULL,
        -- Chosen before any work begins, so that a repetition continues that work instead of beginning again.
        request_id uuid NOT NULL,
        status integer,
        body text,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (corporation_id, key),
        CHECK ((status IS NULL) = (body IS NULL))
      );
      CREATE INDEX idempotency_key_created ON identity.idempotency_key (created_at);`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE identity.idempotency_key');
  }
}
