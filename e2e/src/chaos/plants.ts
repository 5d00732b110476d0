/** Bugs, planted from outside the product, that a run must find. */
export const plants = {
  /** As if events were pushed after the commit and sometimes forgotten. */
  'lost-outbox': `
    CREATE FUNCTION chaos.lose() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF random() < 0.2 THEN RETURN NULL; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER plant BEFORE INSERT ON profiles.outbox FOR EACH ROW EXECUTE FUNCTION chaos.lose();`,

  /** As if a late answer could open a closed load again. */
  'reopened-load': `
    CREATE FUNCTION chaos.reopen() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF random() < 0.5 THEN
        UPDATE profiles.load SET state = 'open', estado = NULL, closed_at = NULL
        WHERE id IN (SELECT load_id FROM profiles.load_item WHERE request_id = NEW.request_id);
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER plant_reopening AFTER INSERT ON billing.settlement FOR EACH ROW EXECUTE FUNCTION chaos.reopen();`,

  /** As if the fresh answers of a document's sources were overlooked. */
  'unseen-answer': `
    CREATE FUNCTION chaos.forget() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.answered_at := NEW.answered_at - interval '1 year';
      RETURN NEW;
    END $$;
    CREATE TRIGGER plant BEFORE INSERT ON profiles.source_answer FOR EACH ROW EXECUTE FUNCTION chaos.forget();`,

  /** As if settling were not idempotent. */
  'double-activation': `
    CREATE FUNCTION chaos.activate_again() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      UPDATE billing.access SET updated_at = now() WHERE request_id = NEW.request_id AND state = 'active';
      RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER plant AFTER INSERT ON billing.settlement DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION chaos.activate_again();`,

  /** As if the charge for a forced update were not idempotent. */
  'double-renewal': `
    CREATE FUNCTION chaos.renew_again() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF pg_trigger_depth() = 1 AND EXISTS (SELECT FROM billing.quota_command WHERE id = NEW.command_id AND kind = 'reprocess') THEN
        INSERT INTO billing.monitoring (id, corporation_id, doc_type, tax_id, contract_id, contract_ends_on, started_on, last_month, command_id,
          state, cancelled_on)
        VALUES (gen_random_uuid(), NEW.corporation_id, NEW.doc_type, NEW.tax_id, NEW.contract_id, NEW.contract_ends_on, NEW.started_on, NEW.last_month,
          NEW.command_id, 'cancelled', NEW.started_on);
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER plant AFTER INSERT ON billing.monitoring FOR EACH ROW EXECUTE FUNCTION chaos.renew_again();`,

  /** As if gateways overlooked the keys that they know. */
  'forgotten-key': `
    CREATE FUNCTION chaos.forget_key() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.request_id := gen_random_uuid(); NEW.status := NULL; NEW.body := NULL;
      RETURN NEW;
    END $$;
    CREATE TRIGGER plant BEFORE UPDATE ON identity.idempotency_key FOR EACH ROW
      WHEN (OLD.status IS NOT DISTINCT FROM NEW.status) EXECUTE FUNCTION chaos.forget_key();`,

  /** As if an outcome were recorded that nobody has seen. */
  'unsent-delivery': `
    CREATE FUNCTION chaos.skip() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.state := 'SUCCEEDED'; NEW.next_at := NULL; NEW.closed_at := now();
      RETURN NEW;
    END $$;
    CREATE TRIGGER plant BEFORE UPDATE ON webhooks.delivery FOR EACH ROW
      WHEN (OLD.next_at IS NULL AND NEW.next_at IS NOT NULL) EXECUTE FUNCTION chaos.skip();
    CREATE TRIGGER plant_at_once BEFORE INSERT ON webhooks.delivery FOR EACH ROW
      WHEN (NEW.next_at IS NOT NULL) EXECUTE FUNCTION chaos.skip();`,
} as const;

export type Plant = keyof typeof plants;
