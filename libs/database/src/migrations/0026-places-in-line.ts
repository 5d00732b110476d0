import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where a task stands in the line of its source. Those that are open already go first. */
export class PlacesInLine1763600000026 implements MigrationInterface {
  name = 'PlacesInLine1763600000026';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE profiles.task ADD COLUMN place integer NOT NULL DEFAULT 1 CHECK (place > 0)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE profiles.task DROP COLUMN place`);
  }
}
