import type { MigrationInterface, QueryRunner } from 'typeorm';

const indexes = {
  event_of_document: 'webhooks.event (corporation_id, tax_id, position)',
  delivery_by_state: 'webhooks.delivery (configuration_id, state, position)',
};

const tables = ['webhooks.event', 'webhooks.delivery'];

/**
 * Pages of the log of webhooks by document, by receiver and by state. Without these indexes a filter that matches little reads all
 * deliveries of a corporation.
 *
 * While one corporation has nearly all rows, statistics may see it alone. The plan for all corporations would then walk the positions of all to
 * find those of a small one. A thousand rows for each corporation is what a plan is to expect instead.
 */
export class PagesOfTheLog1763600000100 implements MigrationInterface {
  name = 'PagesOfTheLog1763600000100';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const [name, rows] of Object.entries(indexes)) {
      await db.query(`DROP INDEX CONCURRENTLY IF EXISTS webhooks.${name}`);
      await db.query(`CREATE INDEX CONCURRENTLY ${name} ON ${rows}`);
    }
    await db.query(
      `SET LOCAL lock_timeout = '900ms'; ${tables.map((table) => `ALTER TABLE ${table} ALTER corporation_id SET (n_distinct = -0.001)`).join('; ')}`,
    );
    // It counts from the next ANALYZE, for which a large table waits long. This one reads a sample. PostgreSQL plans to read a table that it has
    // analysed as empty from end to end, and services keep their plans, so an empty one is left alone.
    for (const table of tables)
      await db.query(`DO $$ BEGIN IF EXISTS (SELECT FROM ${table}) THEN ANALYZE ${table} (corporation_id); END IF; END $$`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of tables) await db.query(`ALTER TABLE ${table} ALTER corporation_id RESET (n_distinct)`);
    for (const name of Object.keys(indexes)) await db.query(`DROP INDEX webhooks.${name}`);
  }
}
