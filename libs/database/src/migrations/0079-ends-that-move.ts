import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A change of the contract's end reaches the monitorings whose expiry it moves. The foreign key wrote all that were ever made under the contract, in one
 * statement that held its account: 200,000 of them, all over, took 5 s.
 *
 * An expiry is the earlier of two ends, of the last month and of the contract. One that the new end does not move stays, and with it the end that the
 * row knows: none before both ends moves, nor one at the end of its last month, where the contract was to end, too. Replicas of the version before compare ledgers by that end, and so this is a cleanup.
 */
export class EndsThatMove1763600000079 implements MigrationInterface {
  name = 'EndsThatMove1763600000079';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      SET LOCAL lock_timeout = '900ms';
      ALTER TABLE billing.monitoring DROP CONSTRAINT monitoring_contract_id_contract_ends_on_fkey;

      CREATE FUNCTION billing.move_monitorings() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE billing.monitoring SET contract_ends_on = NEW.ends_on
        WHERE contract_id = NEW.id AND state = 'live' AND expires_on >= least(OLD.ends_on, NEW.ends_on)
          AND expires_on <> least(billing.last_day_of(last_month), NEW.ends_on);
        RETURN NULL;
      END $$;
      CREATE TRIGGER end_moves_monitorings AFTER UPDATE OF ends_on ON billing.contract
        FOR EACH ROW WHEN (NEW.ends_on <> OLD.ends_on) EXECUTE FUNCTION billing.move_monitorings();

      -- As a foreign key does: an end that is being changed is waited for.
      CREATE FUNCTION billing.require_end_of_contract() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM FROM billing.contract WHERE id = NEW.contract_id AND ends_on = NEW.contract_ends_on FOR KEY SHARE;
        IF NOT FOUND THEN
          RAISE EXCEPTION 'contract % does not end on %', NEW.contract_id, NEW.contract_ends_on USING ERRCODE = 'foreign_key_violation';
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER monitoring_has_end_of_contract AFTER INSERT OR UPDATE OF contract_id, contract_ends_on ON billing.monitoring
        FOR EACH ROW EXECUTE FUNCTION billing.require_end_of_contract();`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TRIGGER monitoring_has_end_of_contract ON billing.monitoring;
      DROP TRIGGER end_moves_monitorings ON billing.contract;
      DROP FUNCTION billing.require_end_of_contract, billing.move_monitorings;
      UPDATE billing.monitoring SET contract_ends_on = ends_on FROM billing.contract WHERE contract.id = contract_id AND contract_ends_on <> ends_on;
      ALTER TABLE billing.monitoring ADD CONSTRAINT monitoring_contract_id_contract_ends_on_fkey
        FOREIGN KEY (contract_id, contract_ends_on) REFERENCES billing.contract (id, ends_on) ON UPDATE CASCADE;`);
  }
}
