import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A row that is found by its key is asked for its date, so that no index of what is open is read for it. */
export class OpenUntilClosed1763600000019 implements MigrationInterface {
  name = 'OpenUntilClosed1763600000019';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE profiles.load ADD CONSTRAINT load_open_until_closed CHECK ((state = 'open') = (closed_at IS NULL));
      ALTER TABLE profiles.task ADD CONSTRAINT task_open_until_closed CHECK ((state IN ('waiting', 'pending')) = (closed_at IS NULL));`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE profiles.load DROP CONSTRAINT load_open_until_closed;
      ALTER TABLE profiles.task DROP CONSTRAINT task_open_until_closed;`);
  }
}
