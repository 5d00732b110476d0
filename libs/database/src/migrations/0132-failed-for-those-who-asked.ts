import type { MigrationInterface, QueryRunner } from 'typeorm';

const view = (failedSources: string, failed: string) => `
  CREATE OR REPLACE VIEW profiles.failed_item AS
    SELECT request_id, item.tax_id, ${failedSources} AS failed_sources, load.shown_v1 AS fragments_v1, load.shown_v2 AS fragments_v2
    FROM profiles.load_item AS item JOIN profiles.load ON load.id = item.load_id
    WHERE ${failed}`;

/** A load may fail for those who asked for it, and leave a profile that others have read before. */
export class FailedForThoseWhoAsked1763600000132 implements MigrationInterface {
  name = 'FailedForThoseWhoAsked1763600000132';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      SET LOCAL lock_timeout = '2s';
      ALTER TABLE profiles.load ADD COLUMN shown_failed text[];
      ${view('coalesce(load.shown_failed, load.failed_sources)', "load.estado = 'failed' OR load.shown_failed IS NOT NULL")}`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ${view('load.failed_sources', "load.estado = 'failed'")};
      ALTER TABLE profiles.load DROP COLUMN shown_failed`);
  }
}
