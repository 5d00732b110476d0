import type { MigrationInterface, QueryRunner } from 'typeorm';

const withoutEnd = `WHERE state = 'active' AND expires_at IS NULL`;

/** Monitoring whose plan contains other sections than it shows is found by what it shows. Its index finds what the one before found, too. */
export class PlansThatFollow1763600000070 implements MigrationInterface {
  name = 'PlansThatFollow1763600000070';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS billing.access_of_plan');
    await db.query(`CREATE INDEX CONCURRENTLY access_of_plan ON billing.access (corporation_id, withheld_sections) ${withoutEnd}`);
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS billing.access_without_end');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`CREATE INDEX access_without_end ON billing.access (corporation_id, tax_id) ${withoutEnd}`);
    await db.query('DROP INDEX billing.access_of_plan');
  }
}
