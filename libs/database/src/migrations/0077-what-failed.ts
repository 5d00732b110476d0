import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A failed load keeps the sections that its document showed at that moment. Before this, the client that asked for the load saw the profile as
 * others renewed it. Loads that the release before closes have no sections: readers take them as empty.
 */
export class WhatFailed1763600000077 implements MigrationInterface {
  name = 'WhatFailed1763600000077';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      SET LOCAL lock_timeout = '2s';
      ALTER TABLE profiles.load ADD COLUMN shown_v1 text[], ADD COLUMN shown_v2 text[];
      CREATE VIEW profiles.failed_item AS
        SELECT request_id, item.tax_id, load.failed_sources, load.shown_v1 AS fragments_v1, load.shown_v2 AS fragments_v2
        FROM profiles.load_item AS item JOIN profiles.load ON load.id = item.load_id
        WHERE load.estado = 'failed';
      COMMENT ON VIEW profiles.failed_item IS
        'A document of a request whose load failed, as it stood when that load ended: what anybody else learns later is not in it. The sections are null where an earlier release closed the load.';
      GRANT SELECT ON profiles.failed_item TO vigia_gateway, vigia_dispatcher;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP VIEW profiles.failed_item;
      ALTER TABLE profiles.load DROP COLUMN shown_v1, DROP COLUMN shown_v2;`);
  }
}
