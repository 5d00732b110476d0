import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Billing1763600000003 implements MigrationInterface {
  name = 'Billing1763600000003';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE EXTENSION IF NOT EXISTS btree_gist;
      CREATE TABLE billing.contract (
        id uuid PRIMARY KEY,
        corporation_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('monthly', 'one_time')),
        starts_on date NOT NULL,
        ends_on date NOT NULL,
        quota_months integer NOT NULL CHECK (quota_months >= 0),
        created_at timestamptz NOT NULL DEFAULT now(),
        CHECK (starts_on <= ends_on),
        CONSTRAINT contract_one_at_a_time EXCLUDE USING gist (corporation_id WITH =, daterange(starts_on, ends_on, '[]') WITH &&)
      );

      CREATE TABLE billing.access (
        corporation_id uuid NOT NULL,
        doc_type text NOT NULL CHECK (doc_type IN ('RUC', 'DNI', 'CE')),
        tax_id text NOT NULL,
        state text NOT NULL CHECK (state IN ('pending', 'active', 'expired', 'failed')),
        mode text NOT NULL CHECK (mode IN ('monitoring', 'query')),
        request_id uuid NOT NULL,
        expires_at timestamptz,
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (corporation_id, tax_id, doc_type)
      );
      CREATE INDEX access_pending ON billing.access (updated_at) WHERE state = 'pending';
      CREATE INDEX access_due ON billing.access (expires_at) WHERE state = 'active' AND expires_at IS NOT NULL;

      -- What arrives twice, or long after, must not open an access again that has ended since.
      CREATE TABLE billing.settlement (
        request_id uuid PRIMARY KEY,
        settled_at timestamptz NOT NULL DEFAULT now()
      );
      GRANT SELECT ON billing.contract, billing.access TO vigia_gateway, vigia_loader, vigia_dispatcher;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE billing.settlement, billing.access, billing.contract');
  }
}
