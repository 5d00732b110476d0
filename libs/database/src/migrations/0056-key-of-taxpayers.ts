import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A version has its own partition, so that the first column of this key was the same in every row: sorting them for the key compared whole texts
 * and took more than twice as long. With the RUC first PostgreSQL compares their beginnings as numbers.
 */
export class KeyOfTaxpayers1763600000056 implements MigrationInterface {
  name = 'KeyOfTaxpayers1763600000056';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE registry.taxpayer DROP CONSTRAINT taxpayer_pkey, ADD PRIMARY KEY (ruc, version);
      ALTER TABLE registry.premise DROP CONSTRAINT premise_pkey, ADD PRIMARY KEY (ruc, line, version);`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE registry.taxpayer DROP CONSTRAINT taxpayer_pkey, ADD PRIMARY KEY (version, ruc);
      ALTER TABLE registry.premise DROP CONSTRAINT premise_pkey, ADD PRIMARY KEY (version, ruc, line);`);
  }
}
