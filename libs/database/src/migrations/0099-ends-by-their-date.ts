import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Monitoring under monthly contracts has no end of its own. A loop writes its end seconds after the last contract, or whenever billing is there
 * again, and until then a load was answered that the profile is in the portfolio.
 */
export class EndsByTheirDate1763600000099 implements MigrationInterface {
  name = 'EndsByTheirDate1763600000099';

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      portfolio(
        `expires_at IS NOT NULL OR NOT EXISTS (
           SELECT FROM billing.contract AS past
           WHERE past.corporation_id = access.corporation_id AND past.kind = 'monthly' AND past.ends_on < public.lima_today()
             AND NOT EXISTS (
               SELECT FROM billing.contract AS next
               WHERE next.corporation_id = past.corporation_id AND next.kind = 'monthly' AND next.starts_on = past.ends_on + 1)
             AND past.ends_on >= (
               SELECT (max(opened_at) AT TIME ZONE 'America/Lima')::date FROM billing.access_period AS period
               WHERE period.corporation_id = access.corporation_id AND period.tax_id = access.tax_id
                 AND period.doc_type = access.doc_type AND period.ends_at IS NULL))`,
        'Monitoring without an end of its own is in it until the first day without a monthly contract, also before billing has written that it is over. ',
      ),
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(portfolio('true', ''));
  }
}

const portfolio = (active: string, meaning: string) => `
  SET LOCAL lock_timeout = '2s';
  CREATE OR REPLACE VIEW billing.portfolio AS
    SELECT corporation_id, doc_type, tax_id, request_id, state = 'pending' AS loading
    FROM billing.current_access AS access
    WHERE CASE state WHEN 'active' THEN ${active}
      WHEN 'pending' THEN EXISTS (
        SELECT FROM profiles.request_status AS request JOIN profiles.item_status AS item USING (request_id)
        WHERE request_id = access.request_id AND request.state <> 'finished' AND item.tax_id = access.tax_id AND item.state <> 'failed')
      ELSE false END;
  COMMENT ON VIEW billing.portfolio IS
    'What a corporation has, or is about to have, so that loading it again changes nothing. ${meaning}An access that is pending is in it until its request is finished, unless that request could not load the document. request_id is the request that opened the access: a message that is delivered again leaves out its own.';`;
