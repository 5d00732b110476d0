import type { MigrationInterface, QueryRunner } from 'typeorm';

const indexes = {
  'webhooks.delivery_log': 'webhooks.delivery (corporation_id, position)',
  'billing.monitoring_lapsing': `billing.monitoring (expires_on) WHERE state = 'live'`,
  'identity.session_last_seen': 'identity.session (last_seen_at)',
};

/**
 * No statement of this release or of the one before needs them. Every delivery and every monitoring was written into them, and without the third the
 * minute in which a session was last seen is written without touching an index.
 */
export class IndexesWithoutReaders1763600000135 implements MigrationInterface {
  name = 'IndexesWithoutReaders1763600000135';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const name of Object.keys(indexes)) await db.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [name, on] of Object.entries(indexes)) await db.query(`CREATE INDEX ${name.split('.')[1]} ON ${on}`);
  }
}
