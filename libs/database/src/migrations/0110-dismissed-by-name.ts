import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A hit that was dismissed when only the name was known is open again once the profile has a listed document. */
export class DismissedByName1763600000110 implements MigrationInterface {
  name = 'DismissedByName1763600000110';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`SET LOCAL lock_timeout = '2s'`);
    await db.query('ALTER TABLE profiles.hit_decision ADD COLUMN document jsonb');
    await db.query(
      `COMMENT ON COLUMN profiles.hit_decision.document IS 'That the profile and the entry had in common at the time; null: none, or it was not kept.'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE profiles.hit_decision DROP COLUMN document');
  }
}
