import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A page that stays open is told of an activation, which changes nothing that is known of the profile. */
export class ChangesOfAccesses1763600000043 implements MigrationInterface {
  name = 'ChangesOfAccesses1763600000043';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE profiles.portfolio_entry ADD COLUMN access_changed_at timestamptz;
      CREATE INDEX portfolio_entry_access ON profiles.portfolio_entry (corporation_id, access_changed_at) WHERE access_changed_at IS NOT NULL;
      CREATE VIEW profiles.access_change AS
        SELECT corporation_id, access_changed_at AS changed_at FROM profiles.portfolio_entry WHERE access_changed_at IS NOT NULL;
      COMMENT ON VIEW profiles.access_change IS 'when a profile in a portfolio became readable otherwise, by a change of its mode or of its end';
      GRANT SELECT ON profiles.access_change TO vigia_gateway;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP VIEW profiles.access_change;
      DROP INDEX profiles.portfolio_entry_access;
      ALTER TABLE profiles.portfolio_entry DROP COLUMN access_changed_at;`);
  }
}
