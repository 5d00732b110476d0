import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A second secret that is valid beside the one that signs, and which of them signed an attempt. */
export class SecretChanges1763600000029 implements MigrationInterface {
  name = 'SecretChanges1763600000029';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE webhooks.configuration
        -- The number of the secret in sealed_secret_key, which signs. A number is never given to another secret.
        ADD COLUMN secret_number integer NOT NULL DEFAULT 1,
        ADD COLUMN secrets_made integer NOT NULL DEFAULT 1,
        -- Newer than the one that signs: prepared. Older: it signed until the switch.
        ADD COLUMN other_number integer,
        ADD COLUMN sealed_other_key text,
        ADD COLUMN other_until timestamptz,
        ADD COLUMN secret_changed_at timestamptz,
        -- A message that comes a second time finds its own id.
        ADD COLUMN secret_change_id uuid,
        ADD CHECK (secret_number BETWEEN 1 AND secrets_made),
        ADD CHECK (other_number BETWEEN 1 AND secrets_made AND other_number <> secret_number),
        ADD CHECK ((other_number IS NULL) = (sealed_other_key IS NULL)),
        ADD CHECK (coalesce(other_number < secret_number, false) = (other_until IS NOT NULL));
      CREATE INDEX configuration_other_until ON webhooks.configuration (other_until) WHERE other_until IS NOT NULL;

      -- The first signed X-Service-Signature. Null for attempts of a version that did not record it.
      ALTER TABLE webhooks.attempt ADD COLUMN signed_by integer[];`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE webhooks.attempt DROP COLUMN signed_by;
      ALTER TABLE webhooks.configuration DROP COLUMN secret_number, DROP COLUMN secrets_made, DROP COLUMN other_number,
        DROP COLUMN sealed_other_key, DROP COLUMN other_until, DROP COLUMN secret_changed_at, DROP COLUMN secret_change_id`);
  }
}
