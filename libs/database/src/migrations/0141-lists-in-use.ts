import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The loader screens against invented lists only as long as no list is imported; operators read that it still did. */
export class ListsInUse1763600000141 implements MigrationInterface {
  name = 'ListsInUse1763600000141';

  async up(db: QueryRunner): Promise<void> {
    await db.query(lists(`WHERE NOT EXISTS (SELECT FROM registry.current_version WHERE kind IN ('list', 'sanctioned'))`));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(lists(''));
  }
}

const lists = (whereNoneIsImported: string) => `
  SET LOCAL lock_timeout = '2s';
  CREATE OR REPLACE VIEW profiles.screening_list AS
    SELECT name, version, topic, imported_at, (SELECT count(*)::int FROM profiles.list_entity WHERE list = list.name) AS entities
    FROM profiles.list ${whereNoneIsImported}
    UNION ALL SELECT dataset, coalesce(label, version::text),
      CASE WHEN dataset LIKE 'oece%' OR dataset = 'world_bank' THEN 'inhabilitacion' ELSE 'sancion' END, switched_at, rows
    FROM registry.current_version WHERE kind IN ('list', 'sanctioned');`;
