import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Each one is built while its table is written, so the migration cannot be one transaction: what a try that was cut off has
 * left is done again by the next.
 */
const indexes = {
  // A change of the contract's end reaches the monitorings by it; verification reads them in its order.
  'billing.monitoring_contract': 'billing.monitoring (contract_id, contract_ends_on, id)',
  'billing.quota_hold_unresolved': 'billing.quota_hold (contract_id, opened_seq) WHERE resolved_at IS NULL',
  // Asks for state and date, so that no statement that asks for one of them can be planned over it.
  'profiles.task_overdue': `profiles.task (deadline_at) WHERE state IN ('waiting', 'pending') AND closed_at IS NULL`,
  'webhooks.finished_load_received': 'webhooks.finished_load (received_at)',
};

export class IndexesForWhatWaits1763600000023 implements MigrationInterface {
  name = 'IndexesForWhatWaits1763600000023';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const [name, on] of Object.entries(indexes)) {
      await db.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await db.query(`CREATE INDEX CONCURRENTLY ${name.split('.')[1]} ON ${on}`);
    }
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS profiles.task_deadline');
    await db.query(ledgerChecks);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TRIGGER account_is_checked ON billing.quota_account;
      DROP FUNCTION billing.check_account;
      DROP TABLE billing.ledger_check;
      DROP FUNCTION billing.next_night;
      CREATE INDEX task_deadline ON profiles.task (deadline_at) WHERE state IN ('waiting', 'pending');
      DROP INDEX ${Object.keys(indexes).join(', ')};`);
  }
}

const ledgerChecks = `
  CREATE OR REPLACE FUNCTION billing.next_night() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
    RETURN ((now() AT TIME ZONE 'America/Lima' - interval '3 hours')::date + 1 + time '03:00') AT TIME ZONE 'America/Lima';

  -- When the ledger of a contract is compared next, and what came of it the last time.
  CREATE TABLE IF NOT EXISTS billing.ledger_check (
    contract_id uuid PRIMARY KEY REFERENCES billing.quota_account,
    -- A replica that compares it puts it off; one that dies over it leaves it to the others.
    due_at timestamptz NOT NULL DEFAULT billing.next_night(),
    checked_at timestamptz,
    drifts integer NOT NULL DEFAULT 0 CHECK (drifts >= 0)
  );
  CREATE INDEX IF NOT EXISTS ledger_check_due ON billing.ledger_check (due_at);
  CREATE INDEX IF NOT EXISTS ledger_check_drifted ON billing.ledger_check (drifts) WHERE drifts > 0;

  CREATE OR REPLACE FUNCTION billing.check_account() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO billing.ledger_check (contract_id) VALUES (NEW.contract_id);
    RETURN NULL;
  END $$;
  CREATE OR REPLACE TRIGGER account_is_checked AFTER INSERT ON billing.quota_account
    FOR EACH ROW EXECUTE FUNCTION billing.check_account();
  INSERT INTO billing.ledger_check (contract_id) SELECT contract_id FROM billing.quota_account ON CONFLICT DO NOTHING;`;
