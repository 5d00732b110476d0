import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a monthly contract gave is found by its corporation once the contract is over. */
export class AccessesWithoutEnd1763600000018 implements MigrationInterface {
  name = 'AccessesWithoutEnd1763600000018';

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `CREATE INDEX access_without_end ON billing.access (corporation_id, tax_id) WHERE state = 'active' AND expires_at IS NULL`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX billing.access_without_end');
  }
}
