import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A version that is marked to be taken away says when that was done, and one that is not over is found by its end. */
export class PrunedVersions1763600000054 implements MigrationInterface {
  name = 'PrunedVersions1763600000054';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE registry.version ADD COLUMN cleared_at timestamptz;
      DROP INDEX registry.version_open;
      CREATE INDEX version_open ON registry.version (id) WHERE ended_at IS NULL;
      CREATE INDEX version_uncleared ON registry.version (id) WHERE state = 'pruned' AND cleared_at IS NULL;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX registry.version_uncleared, registry.version_open;
      CREATE INDEX version_open ON registry.version (id) WHERE state IN ('waiting', 'downloading', 'importing', 'checked');
      ALTER TABLE registry.version DROP COLUMN cleared_at;`);
  }
}
