import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SourcePauses1763600000009 implements MigrationInterface {
  name = 'SourcePauses1763600000009';

  async up(_db: QueryRunner): Promise<void> {}

  async down(_db: QueryRunner): Promise<void> {}
}
