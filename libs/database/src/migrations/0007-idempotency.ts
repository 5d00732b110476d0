import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Idempotency1763600000007 implements MigrationInterface {
  name = 'Idempotency1763600000007';

  async up(_db: QueryRunner): Promise<void> {}

  async down(_db: QueryRunner): Promise<void> {}
}
