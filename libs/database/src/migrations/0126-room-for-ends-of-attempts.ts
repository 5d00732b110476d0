import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An attempt is several times as large at its end as at its beginning. With room on its page, its indexes need no second entry. With more
 * room than this, the table would grow where receivers answer quickly and little.
 */
export class RoomForEndsOfAttempts1763600000126 implements MigrationInterface {
  name = 'RoomForEndsOfAttempts1763600000126';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`SET LOCAL lock_timeout = '2s'; ALTER TABLE webhooks.attempt SET (fillfactor = 80)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE webhooks.attempt RESET (fillfactor)');
  }
}
