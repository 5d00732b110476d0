import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Loops ask every few seconds for the newest rows of tables whose rows are kept. */
const indexes = {
  'registry.switch_newest': 'registry.switch (dataset, id)',
  'registry.version_ended': 'registry.version (requested_by, ended_at)',
  'profiles.rescreening_compared': 'profiles.rescreening (list, to_switch) WHERE ended_at IS NOT NULL AND NOT is_overtaken',
};

export class NewestOfADataSet1763600000137 implements MigrationInterface {
  name = 'NewestOfADataSet1763600000137';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const [name, on] of Object.entries(indexes)) {
      await db.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await db.query(`CREATE INDEX CONCURRENTLY ${name.split('.')[1]} ON ${on}`);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX ${Object.keys(indexes).join(', ')}`);
  }
}
