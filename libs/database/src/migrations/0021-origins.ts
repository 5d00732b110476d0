import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which call something came by: who called, and what the call can be found by. Rows from before do not say. */
export class Origins1763600000021 implements MigrationInterface {
  name = 'Origins1763600000021';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE profiles.load_request
        ADD COLUMN actor text,
        ADD COLUMN idempotency_key text,
        -- The day in Lima whose contract and price hold for the request.
        ADD COLUMN accepted_on date;
      ALTER TABLE webhooks.event ADD COLUMN actor text, ADD COLUMN idempotency_key text;
      ALTER TABLE billing.quota_command
        ADD COLUMN actor text NOT NULL DEFAULT 'unknown',
        ADD COLUMN correlation_id text,
        ADD COLUMN idempotency_key text;
      ALTER TABLE billing.settlement ADD COLUMN actor text, ADD COLUMN correlation_id text, ADD COLUMN idempotency_key text;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE billing.settlement DROP COLUMN actor, DROP COLUMN correlation_id, DROP COLUMN idempotency_key;
      ALTER TABLE billing.quota_command DROP COLUMN actor, DROP COLUMN correlation_id, DROP COLUMN idempotency_key;
      ALTER TABLE webhooks.event DROP COLUMN actor, DROP COLUMN idempotency_key;
      ALTER TABLE profiles.load_request DROP COLUMN actor, DROP COLUMN idempotency_key, DROP COLUMN accepted_on;`);
  }
}
