import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Their finished rows are kept, and their open ones have indexes that loops read. */
const tables = [
  'profiles.task',
  'profiles.load',
  'profiles.load_item',
  'profiles.source_answer',
  'billing.access',
  'billing.monitoring',
  'billing.quota_hold',
  'webhooks.event',
  'webhooks.delivery',
];

/**
 * By default, autovacuum waits until a fifth of a table has changed: of 100 million tasks, 20 million, and all their entries lie before the
 * open ones. With less than a fiftieth, it would leave the indexes out.
 */
export class VacuumByWhatChanges1763600000136 implements MigrationInterface {
  name = 'VacuumByWhatChanges1763600000136';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const table of tables) {
      await db.query(`
        SET LOCAL lock_timeout = '2s';
        ALTER TABLE ${table} SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of tables) {
      await db.query(`ALTER TABLE ${table} RESET (autovacuum_vacuum_scale_factor, autovacuum_analyze_scale_factor)`);
    }
  }
}
