import type { MigrationInterface, QueryRunner } from 'typeorm';

/** While monitoring that has ended is loaded again, an event tells its past as the summary does. */
export class WhatAPastIsReadFrom1763600000081 implements MigrationInterface {
  name = 'WhatAPastIsReadFrom1763600000081';

  async up(db: QueryRunner): Promise<void> {
    await db.query('GRANT SELECT ON billing.readable_period, profiles.past_section TO vigia_dispatcher');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('REVOKE SELECT ON billing.readable_period, profiles.past_section FROM vigia_dispatcher');
  }
}
