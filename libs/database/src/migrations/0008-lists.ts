import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Lists1763600000008 implements MigrationInterface {
  name = 'Lists1763600000008';

  async up(_db: QueryRunner): Promise<void> {}

  async down(_db: QueryRunner): Promise<void> {}
}
