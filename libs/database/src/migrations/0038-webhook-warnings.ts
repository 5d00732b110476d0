import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A receiver that fails is told once, and told again when it accepts deliveries. */
export class WebhookWarnings1763600000038 implements MigrationInterface {
  name = 'WebhookWarnings1763600000038';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE webhooks.warning (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        configuration_id uuid NOT NULL REFERENCES webhooks.configuration,
        corporation_id uuid NOT NULL,
        cause text NOT NULL CHECK (cause IN ('ten_in_a_row', 'an_hour')),
        failing_since timestamptz NOT NULL,
        raised_at timestamptz NOT NULL DEFAULT now(),
        ended_at timestamptz,
        ended_as text CHECK (ended_as IN ('recovered', 'switched_off')),
        CHECK ((ended_at IS NULL) = (ended_as IS NULL))
      );
      -- Told once: one is open per configuration, whichever replica finds it.
      CREATE UNIQUE INDEX warning_open ON webhooks.warning (configuration_id) WHERE ended_at IS NULL;
      CREATE INDEX warning_log ON webhooks.warning (corporation_id, raised_at);
      CREATE INDEX configuration_failing ON webhooks.configuration (failing_since) WHERE failing_since IS NOT NULL;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX webhooks.configuration_failing; DROP TABLE webhooks.warning');
  }
}
