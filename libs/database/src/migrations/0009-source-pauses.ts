import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SourcePauses1763600000009 implements MigrationInterface {
  name = 'SourcePauses1763600000009';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE profiles.source_pause (
        source text PRIMARY KEY,
        reason text NOT NULL,
        paused_at timestamptz NOT NULL DEFAULT now()
      );`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE profiles.source_pause');
  }
}
