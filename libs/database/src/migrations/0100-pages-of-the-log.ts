import type { MigrationInterface, QueryRunner } from 'typeorm';

const indexes = {
  event_of_document: 'webhooks.event (corporation_id, tax_id, position)',
  delivery_by_state: 'webhooks.delivery (configuration_id, state, position)',
};

/**
 * Pages of the log of webhooks by document, by receiver and by state. Without these indexes a filter that matches little reads all
 * deliveries of a corporation.
 */
export class PagesOfTheLog1763600000100 implements MigrationInterface {
  name = 'PagesOfTheLog1763600000100';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const [name, rows] of Object.entries(indexes)) {
      await db.query(`DROP INDEX CONCURRENTLY IF EXISTS webhooks.${name}`);
      await db.query(`CREATE INDEX CONCURRENTLY ${name} ON ${rows}`);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const name of Object.keys(indexes)) await db.query(`DROP INDEX webhooks.${name}`);
  }
}
