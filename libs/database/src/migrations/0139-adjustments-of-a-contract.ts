import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A contract shows why its end was changed last. Commands of loads, of which there are many, are not in this index. */
export class AdjustmentsOfAContract1763600000139 implements MigrationInterface {
  name = 'AdjustmentsOfAContract1763600000139';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS billing.quota_command_adjust');
    await db.query(
      `CREATE INDEX CONCURRENTLY quota_command_adjust ON billing.quota_command (contract_id, created_at) WHERE kind = 'adjust'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX billing.quota_command_adjust');
  }
}
