import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An import rests between its pieces while somebody waits for a load. */
export class OpenLoads1763600000062 implements MigrationInterface {
  name = 'OpenLoads1763600000062';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE VIEW profiles.waited_for AS SELECT EXISTS (SELECT FROM profiles.load WHERE state = 'open') AS is_load_open;
      COMMENT ON VIEW profiles.waited_for IS 'Whether a load is under way, so that work that has time leaves it the processors.';
      GRANT SELECT ON profiles.waited_for TO vigia_importer;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP VIEW profiles.waited_for;`);
  }
}
