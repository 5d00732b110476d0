import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The transactions that write these rows have read or written the rows that they refer to, receivers are never deleted, and retention deletes
 * attempts before deliveries. The foreign keys only checked this again, ten times for an event with three receivers, and locked every
 * receiver each time.
 *
 * Five tables are locked: services give up after two seconds.
 */
export class DeliveriesWithoutChecks1763600000125 implements MigrationInterface {
  name = 'DeliveriesWithoutChecks1763600000125';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      SET LOCAL lock_timeout = '400ms';
      ALTER TABLE webhooks.attempt DROP CONSTRAINT attempt_delivery_id_fkey;
      ALTER TABLE webhooks.delivery DROP CONSTRAINT delivery_trigger_id_fkey, DROP CONSTRAINT delivery_configuration_id_fkey;
      ALTER TABLE webhooks.payload DROP CONSTRAINT payload_trigger_id_fkey;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE webhooks.attempt ADD FOREIGN KEY (delivery_id) REFERENCES webhooks.delivery;
      ALTER TABLE webhooks.delivery ADD FOREIGN KEY (trigger_id) REFERENCES webhooks.event,
        ADD FOREIGN KEY (configuration_id) REFERENCES webhooks.configuration;
      ALTER TABLE webhooks.payload ADD FOREIGN KEY (trigger_id) REFERENCES webhooks.event;`);
  }
}
