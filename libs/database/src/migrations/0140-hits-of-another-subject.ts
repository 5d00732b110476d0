import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A hit that was closed because the profile has another name or document was told as if the version of the list no longer had it. */
export class HitsOfAnotherSubject1763600000140 implements MigrationInterface {
  name = 'HitsOfAnotherSubject1763600000140';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      SET LOCAL lock_timeout = '2s';
      ALTER TABLE profiles.closed_hit ADD COLUMN subject_changed boolean;
      COMMENT ON COLUMN profiles.closed_hit.subject_changed IS
        'Whether the profile no longer had the name and documents for which the hit was found; null: not recorded.'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE profiles.closed_hit DROP COLUMN subject_changed');
  }
}
