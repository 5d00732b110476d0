import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tests are left out where deliveries are counted. Without it each delivery's event is looked up to see that it is none. */
export class TestsByTheirCorporation1763600000080 implements MigrationInterface {
  name = 'TestsByTheirCorporation1763600000080';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS webhooks.event_test');
    await db.query(`CREATE INDEX CONCURRENTLY event_test ON webhooks.event (corporation_id, created_at) WHERE purpose = 'test'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX webhooks.event_test');
  }
}
