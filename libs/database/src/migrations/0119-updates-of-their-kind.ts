import type { MigrationInterface, QueryRunner } from 'typeorm';
import { source } from './0086-loaded-for-whom.js';

const isForcedUpdate = 'AND request.doc_type IS NULL)';

/** An entry showed that it was loading while a forced update loaded another document with its number, and went on until the next night. */
export class UpdatesOfTheirKind1763600000119 implements MigrationInterface {
  name = 'UpdatesOfTheirKind1763600000119';

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      source.replace(
        isForcedUpdate,
        `AND request.doc_type IS NULL
            AND EXISTS (SELECT FROM profiles.load WHERE load.id = item.load_id AND load.doc_type = kind))`,
      ),
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(source);
  }
}
