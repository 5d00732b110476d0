import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loaded } from './0086-loaded-for-whom.js';

/** Where 0086 has run before: when a document was last loaded for a corporation was asked of all its requests. */
export class RequestsOfALoad1763600000087 implements MigrationInterface {
  name = 'RequestsOfALoad1763600000087';

  async up(db: QueryRunner): Promise<void> {
    await db.query(loaded);
  }

  async down(): Promise<void> {
    // What it answers is the same.
  }
}
