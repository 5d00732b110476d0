import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A list that its publisher has ended, or whose licence has lapsed, can be taken out of force without another version in its place. */
export class RetiredDataSets1763600000145 implements MigrationInterface {
  name = 'RetiredDataSets1763600000145';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      SET LOCAL lock_timeout = '2s';
      ALTER TABLE registry.switch ALTER COLUMN to_version DROP NOT NULL;
      COMMENT ON COLUMN registry.switch.to_version IS 'Null: the data set was retired, and no version of it is in force from then on.';

      CREATE VIEW registry.retired AS
        SELECT dataset.name AS dataset, dataset.kind, newest.id AS switch_id
        FROM registry.dataset CROSS JOIN LATERAL (
          SELECT id, to_version FROM registry.switch WHERE switch.dataset = dataset.name ORDER BY id DESC LIMIT 1) AS newest
        WHERE newest.to_version IS NULL;
      COMMENT ON VIEW registry.retired IS
        'A data set that an operator has retired, with the switch that took its version out of force. Once a version is imported again, the data set is no longer here.';
      GRANT SELECT ON registry.retired TO vigia_loader;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP VIEW registry.retired;
      DELETE FROM registry.switch WHERE to_version IS NULL;
      ALTER TABLE registry.switch ALTER COLUMN to_version SET NOT NULL;`);
  }
}
