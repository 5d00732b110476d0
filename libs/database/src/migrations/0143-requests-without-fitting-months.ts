import type { MigrationInterface, QueryRunner } from 'typeorm';

const view = (fittingMonths: string) => `
  CREATE OR REPLACE VIEW profiles.request_status AS
    SELECT id AS request_id, corporation_id, doc_type IS NULL AS is_forced_update, state, activation_failed, created_at,
      doc_type, mode, months, actor, ${fittingMonths} AS fitting_months, months_ignored
    FROM profiles.load_request`;

/**
 * Since 0024 the numbers of a refusal are with its document, and nothing writes or reads this column. The view keeps it: a later migration can
 * replace the view only if it has the same columns whether this cleanup has run or not.
 */
export class RequestsWithoutFittingMonths1763600000143 implements MigrationInterface {
  name = 'RequestsWithoutFittingMonths1763600000143';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      SET LOCAL lock_timeout = '900ms';
      ${view('NULL::integer')};
      ALTER TABLE profiles.load_request DROP COLUMN fitting_months`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE profiles.load_request ADD COLUMN fitting_months integer; ${view('fitting_months')}`);
  }
}
