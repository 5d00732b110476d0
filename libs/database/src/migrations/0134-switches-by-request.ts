import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SwitchesByRequest1763600000134 implements MigrationInterface {
  name = 'SwitchesByRequest1763600000134';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS registry.switch_of_request');
    await db.query('CREATE UNIQUE INDEX CONCURRENTLY switch_of_request ON registry.switch (request_id) WHERE request_id IS NOT NULL');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX registry.switch_of_request');
  }
}
