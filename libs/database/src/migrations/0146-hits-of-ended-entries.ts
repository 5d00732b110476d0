import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A hit on an entry whose last day had passed was told as if the version of the list no longer had the entry. */
export class HitsOfEndedEntries1763600000146 implements MigrationInterface {
  name = 'HitsOfEndedEntries1763600000146';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      SET LOCAL lock_timeout = '2s';
      ALTER TABLE profiles.closed_hit ADD COLUMN ended_on date;
      COMMENT ON COLUMN profiles.closed_hit.ended_on IS
        'The last day of the entry, if the version that was searched still had it and that day had passed.'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE profiles.closed_hit DROP COLUMN ended_on');
  }
}
