import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The bodies of v1 never change, so a section that is added has no text for them. */
export class SectionsOfV2Alone1763600000152 implements MigrationInterface {
  name = 'SectionsOfV2Alone1763600000152';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      SET LOCAL lock_timeout = '450ms';
      ALTER TABLE profiles.section_version ALTER COLUMN fragment_v1 DROP NOT NULL;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE profiles.section_version ALTER COLUMN fragment_v1 SET NOT NULL');
  }
}
