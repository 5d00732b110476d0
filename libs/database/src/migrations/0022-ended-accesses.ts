import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A pending access remembers the one that had ended before it, so that a load that fails leaves behind what it found. */
export class EndedAccesses1763600000022 implements MigrationInterface {
  name = 'EndedAccesses1763600000022';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE billing.access
        ADD COLUMN ended_mode text CHECK (ended_mode IN ('monitoring', 'query')),
        ADD COLUMN ended_request_id uuid,
        ADD COLUMN ended_at timestamptz,
        ADD CONSTRAINT ended_is_known CHECK ((ended_mode IS NULL) = (ended_request_id IS NULL) AND (ended_at IS NULL OR ended_mode IS NOT NULL));

      -- Expired monitoring that a failed load has hidden. It ended with a day in Lima; a query ends with an hour of its own.
      UPDATE billing.access SET state = 'expired', mode = 'monitoring', expires_at = latest.ends_at, updated_at = now()
      FROM (
        SELECT DISTINCT ON (corporation_id, tax_id, doc_type) corporation_id, tax_id, doc_type, period.ends_at
        FROM billing.access AS failed JOIN billing.access_period AS period USING (corporation_id, tax_id, doc_type)
        WHERE failed.state = 'failed' ORDER BY corporation_id, tax_id, doc_type, opened_at DESC) AS latest
      WHERE (access.corporation_id, access.tax_id, access.doc_type) = (latest.corporation_id, latest.tax_id, latest.doc_type)
        AND (latest.ends_at AT TIME ZONE 'America/Lima')::time = '00:00';

      -- An entry has to be in its account, and the account is of its contract: asked for every line, it is asked twice.
      ALTER TABLE billing.quota_entry DROP CONSTRAINT quota_entry_contract_id_fkey;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE billing.quota_entry ADD CONSTRAINT quota_entry_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES billing.contract;
      ALTER TABLE billing.access DROP CONSTRAINT ended_is_known, DROP COLUMN ended_mode, DROP COLUMN ended_request_id, DROP COLUMN ended_at;`);
  }
}
