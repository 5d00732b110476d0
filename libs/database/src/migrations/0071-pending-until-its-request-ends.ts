import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A document of a list is loaded before the list is, and its access is pending until then. It counted as free meanwhile, so that another request of the
 * corporation made its own of it.
 */
export class PendingUntilItsRequestEnds1763600000071 implements MigrationInterface {
  name = 'PendingUntilItsRequestEnds1763600000071';

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      portfolio(
        `SELECT FROM profiles.request_status AS request JOIN profiles.item_status AS item USING (request_id)
         WHERE request_id = access.request_id AND request.state <> 'finished' AND item.tax_id = access.tax_id AND item.state <> 'failed'`,
        'An access that is pending is in it until its request is finished, unless that request could not load the document.',
      ),
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      portfolio(
        `SELECT FROM profiles.item_status AS item JOIN profiles.load_status AS load USING (load_id)
         WHERE item.request_id = access.request_id AND item.tax_id = access.tax_id AND load.closed_at IS NULL`,
        'An access that is still pending although its load is closed is not in it.',
      ),
    );
  }
}

const portfolio = (loading: string, meaning: string) => `
  SET LOCAL lock_timeout = '2s';
  CREATE OR REPLACE VIEW billing.portfolio AS
    SELECT corporation_id, doc_type, tax_id, request_id, state = 'pending' AS loading
    FROM billing.current_access AS access
    WHERE CASE state WHEN 'active' THEN true WHEN 'pending' THEN EXISTS (${loading}) ELSE false END;
  COMMENT ON VIEW billing.portfolio IS
    'What a corporation has, or is about to have, so that loading it again changes nothing. ${meaning} request_id is the request that opened the access: a message that is delivered again leaves out its own.';`;
