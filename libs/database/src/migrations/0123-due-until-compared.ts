import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A replica that compared a ledger put off when the ledger was due, so one that fails each time was never overdue. Now the ledger stays due
 * until it is compared. Replicas of the release before do not read the lease: both may compare a ledger, which changes nothing.
 */
export class DueUntilCompared1763600000123 implements MigrationInterface {
  name = 'DueUntilCompared1763600000123';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`SET LOCAL lock_timeout = '2s'`);
    await db.query('ALTER TABLE billing.ledger_check ADD COLUMN leased_until timestamptz');
    await db.query(
      `COMMENT ON COLUMN billing.ledger_check.leased_until IS 'Until then one replica compares the ledger, or has failed to; null: nobody has taken it since it was compared.'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE billing.ledger_check DROP COLUMN leased_until');
  }
}
