import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The load that an event waits for and every attempt of its deliveries continue the trace of the call, which the event now keeps. */
export class TracesOfEvents1763600000153 implements MigrationInterface {
  name = 'TracesOfEvents1763600000153';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      SET LOCAL lock_timeout = '900ms';
      ALTER TABLE webhooks.event ADD COLUMN trace_parent text;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE webhooks.event DROP COLUMN trace_parent');
  }
}
