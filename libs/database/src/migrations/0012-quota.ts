import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Months are numbered from year 0 on: 12 * year + month - 1. */
export class Quota1763600000012 implements MigrationInterface {
  name = 'Quota1763600000012';

  async up(db: QueryRunner): Promise<void> {
    await db.query(contracts);
    await db.query(ledger);
    await db.query(unchangeable);
    await db.query(monitorings);
    await db.query(charges);
    await db.query(outcomes);
    await db.query(whatWasThere);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE profiles.load_request DROP COLUMN activation_failed, DROP COLUMN fitting_months;
      ALTER TABLE billing.settlement DROP COLUMN outcome;
      DROP TABLE billing.outbox, billing.quota_alert, billing.platform_document, billing.monitoring, billing.quota_hold,
        billing.quota_account, billing.quota_entry, billing.quota_command;
      DROP FUNCTION billing.refuse_change, billing.require_account_at_entry, billing.refuse_step_back;
      ALTER TABLE billing.contract DROP CONSTRAINT contract_end, DROP COLUMN document_price_cents;
      DROP FUNCTION billing.last_day_of, billing.month_of;`);
  }
}

const contracts = `
  CREATE FUNCTION billing.month_of(day date) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN extract(year FROM day)::integer * 12 + extract(month FROM day)::integer - 1;
  CREATE FUNCTION billing.last_day_of(month integer) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (make_date(month / 12, month % 12 + 1, 1) + interval '1 month')::date - 1;

  ALTER TABLE billing.contract
    ADD COLUMN document_price_cents integer NOT NULL DEFAULT 0 CHECK (document_price_cents >= 0),
    ADD CONSTRAINT contract_end UNIQUE (id, ends_on);`;

const ledger = `
  -- What was asked and what became of it. The plan is frozen at acceptance; a repetition reads it.
  CREATE TABLE billing.quota_command (
    id uuid PRIMARY KEY,
    corporation_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('load', 'reprocess', 'activate', 'adjust')),
    request_hash bytea NOT NULL,
    as_of date NOT NULL,
    contract_id uuid REFERENCES billing.contract,
    plan jsonb,
    outcome jsonb,
    created_at timestamptz NOT NULL DEFAULT now()
  );

  -- Append only and without a gap. Every entry moves months between four accounts and begins where the one before ended.
  CREATE TABLE billing.quota_entry (
    contract_id uuid NOT NULL REFERENCES billing.contract,
    seq bigint NOT NULL CHECK (seq >= 1),
    previous_seq bigint GENERATED ALWAYS AS (nullif(seq - 1, 0)) STORED,
    kind text NOT NULL CHECK (kind IN ('grant', 'adjust', 'hold', 'commit', 'void', 'return', 'deduct')),
    months integer NOT NULL CHECK (months >= 0),
    rule text NOT NULL,
    command_id uuid NOT NULL,
    profiles integer,
    doc_type text,
    tax_id text,
    first_month integer,
    last_month integer,
    actor text NOT NULL,
    reason text,
    granted_before integer NOT NULL CHECK (granted_before >= 0),
    available_before integer NOT NULL CHECK (available_before >= 0),
    held_before integer NOT NULL CHECK (held_before >= 0),
    consumed_before integer NOT NULL CHECK (consumed_before >= 0),
    granted integer NOT NULL CHECK (granted >= 0),
    available integer NOT NULL CHECK (available >= 0),
    held integer NOT NULL CHECK (held >= 0),
    consumed integer NOT NULL CHECK (consumed >= 0),
    entered_at timestamptz NOT NULL DEFAULT public.business_now(),
    PRIMARY KEY (contract_id, seq),
    UNIQUE (contract_id, seq, granted, available, held, consumed),
    -- Begins with the command: an index that began with the contract could be taken for finding one entry among all of it.
    CONSTRAINT entry_once UNIQUE NULLS NOT DISTINCT (command_id, contract_id, kind, tax_id, doc_type),
    CONSTRAINT entry_balanced CHECK (available + held + consumed = granted),
    CONSTRAINT first_entry_begins_at_zero
      CHECK (seq > 1 OR (granted_before, available_before, held_before, consumed_before) = (0, 0, 0, 0)),
    CONSTRAINT entry_continues FOREIGN KEY (contract_id, previous_seq, granted_before, available_before, held_before, consumed_before)
      REFERENCES billing.quota_entry (contract_id, seq, granted, available, held, consumed)
  );

  -- The row that every command on a contract locks. Its balances are those of the newest entry, or nothing commits.
  CREATE TABLE billing.quota_account (
    contract_id uuid PRIMARY KEY REFERENCES billing.contract,
    head_seq bigint NOT NULL,
    granted integer NOT NULL CHECK (granted >= 0),
    available integer NOT NULL CHECK (available >= 0),
    held integer NOT NULL CHECK (held >= 0),
    consumed integer NOT NULL CHECK (consumed >= 0),
    CONSTRAINT quota_balanced CHECK (available + held + consumed = granted),
    CONSTRAINT account_is_newest_entry FOREIGN KEY (contract_id, head_seq, granted, available, held, consumed)
      REFERENCES billing.quota_entry (contract_id, seq, granted, available, held, consumed) DEFERRABLE INITIALLY DEFERRED
  );

  -- Months that are set aside until it is known whether they are used. It is opened by an entry and resolved once.
  CREATE TABLE billing.quota_hold (
    contract_id uuid NOT NULL,
    opened_seq bigint NOT NULL,
    command_id uuid NOT NULL REFERENCES billing.quota_command,
    doc_type text,
    tax_id text,
    amount integer NOT NULL CHECK (amount > 0),
    last_month integer NOT NULL,
    state text NOT NULL DEFAULT 'held' CHECK (state IN ('held', 'committed', 'voided', 'expired', 'revoked')),
    committed integer NOT NULL DEFAULT 0 CHECK (committed BETWEEN 0 AND amount),
    expires_at timestamptz NOT NULL,
    resolved_at timestamptz,
    PRIMARY KEY (contract_id, opened_seq),
    FOREIGN KEY (contract_id, opened_seq) REFERENCES billing.quota_entry,
    CHECK ((state = 'held') = (resolved_at IS NULL)),
    CHECK ((state = 'committed') = (committed > 0))
  );
  CREATE INDEX quota_hold_command ON billing.quota_hold (command_id);
  CREATE INDEX quota_hold_due ON billing.quota_hold (expires_at) WHERE state = 'held';`;

const unchangeable = `
  CREATE FUNCTION billing.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% of % is never done', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END $$;
  CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON billing.quota_entry
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
  CREATE TRIGGER accounts_stay BEFORE DELETE OR TRUNCATE ON billing.quota_account
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
  REVOKE UPDATE, DELETE ON billing.quota_entry FROM vigia_billing;

  -- An entry that the account does not know of would be a second truth.
  CREATE FUNCTION billing.require_account_at_entry() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM 1 FROM billing.quota_account WHERE contract_id = NEW.contract_id AND head_seq >= NEW.seq;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'entry % of contract % is not in its account', NEW.seq, NEW.contract_id USING ERRCODE = 'foreign_key_violation';
    END IF;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER entry_moves_account AFTER INSERT ON billing.quota_entry
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION billing.require_account_at_entry();

  CREATE FUNCTION billing.refuse_step_back() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'the account of contract % does not go back to an earlier entry', NEW.contract_id USING ERRCODE = 'restrict_violation';
  END $$;
  CREATE TRIGGER account_moves_forward BEFORE UPDATE ON billing.quota_account FOR EACH ROW
    WHEN (NEW.head_seq <= OLD.head_seq OR NEW.contract_id <> OLD.contract_id) EXECUTE FUNCTION billing.refuse_step_back();`;

const monitorings = `
  -- A paid monitoring. Its end is computed, never written; a change of the contract's end reaches it by itself.
  CREATE TABLE billing.monitoring (
    id uuid PRIMARY KEY,
    corporation_id uuid NOT NULL,
    doc_type text NOT NULL,
    tax_id text NOT NULL,
    contract_id uuid NOT NULL,
    contract_ends_on date NOT NULL,
    started_on date NOT NULL,
    last_month integer NOT NULL,
    months integer GENERATED ALWAYS AS (last_month - billing.month_of(started_on) + 1) STORED CHECK (months >= 1),
    expires_on date GENERATED ALWAYS AS (least(billing.last_day_of(last_month), contract_ends_on)) STORED,
    state text NOT NULL DEFAULT 'live' CHECK (state IN ('live', 'cancelled')),
    cancelled_on date,
    returned_months integer NOT NULL DEFAULT 0 CHECK (returned_months >= 0),
    command_id uuid NOT NULL,
    FOREIGN KEY (contract_id, contract_ends_on) REFERENCES billing.contract (id, ends_on) ON UPDATE CASCADE,
    CONSTRAINT month_within_contract CHECK (state = 'cancelled' OR last_month <= billing.month_of(contract_ends_on)),
    CONSTRAINT starts_within_contract CHECK (started_on <= contract_ends_on),
    CONSTRAINT current_month_stays_paid CHECK (returned_months <= last_month - billing.month_of(cancelled_on)),
    CONSTRAINT cancelled_within_its_life CHECK (cancelled_on BETWEEN started_on AND expires_on),
    CHECK ((state = 'cancelled') = (cancelled_on IS NOT NULL)),
    CHECK (returned_months = 0 OR state = 'cancelled'),
    CONSTRAINT one_live_monitoring EXCLUDE USING gist (
      corporation_id WITH =, tax_id WITH =, doc_type WITH =, daterange(started_on, expires_on, '[]') WITH &&) WHERE (state = 'live')
  );
  CREATE INDEX monitoring_of_contract ON billing.monitoring (contract_id, expires_on) WHERE state = 'live';
  CREATE INDEX monitoring_lapsing ON billing.monitoring (expires_on) WHERE state = 'live';
  CREATE INDEX monitoring_of_profile ON billing.monitoring (corporation_id, tax_id, doc_type) WHERE state = 'live';`;

const charges = `
  -- The corporation that inserts the row pays: a document is charged once, ever.
  CREATE TABLE billing.platform_document (
    tax_id text NOT NULL,
    doc_type text NOT NULL,
    corporation_id uuid NOT NULL,
    contract_id uuid REFERENCES billing.contract,
    request_id uuid,
    price_cents integer NOT NULL CHECK (price_cents >= 0),
    charged_at timestamptz NOT NULL DEFAULT public.business_now(),
    PRIMARY KEY (tax_id, doc_type)
  );
  CREATE INDEX platform_document_corporation ON billing.platform_document (corporation_id, charged_at);
  CREATE TRIGGER charges_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON billing.platform_document
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
  REVOKE UPDATE, DELETE ON billing.platform_document FROM vigia_billing;`;

const outcomes = `
  CREATE TABLE billing.quota_alert (
    contract_id uuid NOT NULL REFERENCES billing.contract,
    kind text NOT NULL,
    -- Which crossing it is: of the same one there is no second alert.
    crossing text NOT NULL,
    facts jsonb NOT NULL,
    raised_at timestamptz NOT NULL DEFAULT public.business_now(),
    PRIMARY KEY (contract_id, kind, crossing)
  );

  CREATE TABLE billing.outbox (LIKE profiles.outbox INCLUDING ALL);

  -- A settlement that comes again is answered as the first one was.
  ALTER TABLE billing.settlement ADD COLUMN outcome jsonb NOT NULL DEFAULT '{}';
  ALTER TABLE profiles.load_request
    -- Profiles that were loaded but are not monitored, because the quota was gone when they were to be activated.
    ADD COLUMN activation_failed integer NOT NULL DEFAULT 0,
    -- How many months the contract would have had room for, when more were asked for.
    ADD COLUMN fitting_months integer;`;

/** Contracts of before get their ledger. Documents of before are on the platform already, and are not charged again. */
const whatWasThere = `
  INSERT INTO billing.quota_entry (contract_id, seq, kind, months, rule, command_id, actor, granted_before, available_before, held_before,
    consumed_before, granted, available, held, consumed)
  SELECT id, 1, 'grant', quota_months, 'contract', id, 'operator', 0, 0, 0, 0, quota_months, quota_months, 0, 0
  FROM billing.contract WHERE kind = 'one_time';
  INSERT INTO billing.quota_account (contract_id, head_seq, granted, available, held, consumed)
  SELECT id, 1, quota_months, quota_months, 0, 0 FROM billing.contract WHERE kind = 'one_time';
  INSERT INTO billing.platform_document (tax_id, doc_type, corporation_id, price_cents, charged_at)
  SELECT DISTINCT ON (tax_id, doc_type) tax_id, doc_type, corporation_id, 0, opened_at FROM billing.access_period
  ORDER BY tax_id, doc_type, opened_at;`;
