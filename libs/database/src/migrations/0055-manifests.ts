import type { MigrationInterface, QueryRunner } from 'typeorm';

const meaning = (parts: string) =>
  `COMMENT ON VIEW registry.current_version IS
    'The version of a data set that is in force, with the words by which provenance names it. A data set without a row was never imported. ${parts} scope says which taxpayers a padrón holds: companies, known or all.'`;

/** What lies beside a file that is dropped in says what has to be found in it. */
export class Manifests1763600000055 implements MigrationInterface {
  name = 'Manifests1763600000055';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE registry.version ADD COLUMN manifest jsonb`);
    await db.query(
      meaning('Of trade there is a row for each week, and of the credit report for each month: part is the first day of either.'),
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(meaning('For trade a row for each week (part is its first day).'));
    await db.query(`ALTER TABLE registry.version DROP COLUMN manifest`);
  }
}
