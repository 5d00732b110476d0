import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is due is read for each source by itself, so that the backlog of one is not read for the others. */
export class RefreshesBySource1763600000075 implements MigrationInterface {
  name = 'RefreshesBySource1763600000075';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS profiles.source_answer_due');
    await db.query(
      'CREATE INDEX CONCURRENTLY source_answer_due ON profiles.source_answer (source, refresh_at) WHERE refresh_at IS NOT NULL',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX profiles.source_answer_due');
  }
}

/** Replicas of the version before ask for the oldest of many sources at once: by the new index they would sort all that is due. */
export class RefreshesTogether1763600000076 implements MigrationInterface {
  name = 'RefreshesTogether1763600000076';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS profiles.source_answer_refresh');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('CREATE INDEX source_answer_refresh ON profiles.source_answer (refresh_at) WHERE refresh_at IS NOT NULL');
  }
}
