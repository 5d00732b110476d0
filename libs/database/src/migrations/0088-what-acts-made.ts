import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An audit entry is written before the work; the id of what the act made is known only afterwards. */
export class WhatActsMade1763600000088 implements MigrationInterface {
  name = 'WhatActsMade1763600000088';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      SET LOCAL lock_timeout = '2s';
      ALTER TABLE identity.audit_outcome ADD COLUMN made text;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.audit_outcome DROP COLUMN made');
  }
}
