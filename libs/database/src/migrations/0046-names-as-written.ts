import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who screens prepares listed names in memory, so a list keeps them as they were written and nothing else. */
export class NamesAsWritten1763600000046 implements MigrationInterface {
  name = 'NamesAsWritten1763600000046';

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX profiles.list_name_trigrams; ALTER TABLE profiles.list_name ALTER COLUMN normal_name DROP NOT NULL');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      UPDATE profiles.list_name SET normal_name = lower(name) WHERE normal_name IS NULL;
      ALTER TABLE profiles.list_name ALTER COLUMN normal_name SET NOT NULL;
      CREATE INDEX list_name_trigrams ON profiles.list_name USING gin (normal_name gin_trgm_ops)`);
  }
}

/** Replicas of the version before look for names by it. */
export class NamesUnprepared1763600000049 implements MigrationInterface {
  name = 'NamesUnprepared1763600000049';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE profiles.list_name DROP COLUMN normal_name');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE profiles.list_name ADD COLUMN normal_name text');
  }
}
