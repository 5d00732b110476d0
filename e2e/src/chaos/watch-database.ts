import type { Scene } from './world.js';

/** Written by triggers, so that nothing between two checks is missed. */
const watch = `
  CREATE SCHEMA chaos;
  CREATE TABLE chaos.reopened (what text NOT NULL, row jsonb NOT NULL);
  CREATE TABLE chaos.activation (corporation_id uuid NOT NULL, tax_id text NOT NULL, request_id uuid NOT NULL);
  GRANT USAGE ON SCHEMA chaos TO PUBLIC;
  GRANT INSERT ON ALL TABLES IN SCHEMA chaos TO PUBLIC;

  CREATE FUNCTION chaos.note_reopened() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO chaos.reopened VALUES (TG_TABLE_NAME, jsonb_build_object('before', to_jsonb(OLD), 'after', to_jsonb(NEW)));
    RETURN NULL;
  END $$;
  CREATE TRIGGER chaos AFTER UPDATE ON profiles.load FOR EACH ROW WHEN (OLD.state = 'closed') EXECUTE FUNCTION chaos.note_reopened();
  CREATE TRIGGER chaos AFTER UPDATE ON profiles.task FOR EACH ROW
    WHEN (OLD.state NOT IN ('waiting', 'pending')) EXECUTE FUNCTION chaos.note_reopened();
  CREATE TRIGGER chaos AFTER UPDATE ON profiles.load_item FOR EACH ROW
    WHEN (OLD.state <> 'loading' AND NOT (OLD.state = 'loaded' AND (NEW.state = 'skipped' OR NEW.refusal IS NOT NULL))) EXECUTE FUNCTION chaos.note_reopened();
  CREATE TRIGGER chaos AFTER UPDATE ON profiles.load_request FOR EACH ROW WHEN (OLD.state = 'finished') EXECUTE FUNCTION chaos.note_reopened();

  CREATE FUNCTION chaos.note_activation() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO chaos.activation VALUES (NEW.corporation_id, NEW.tax_id, NEW.request_id);
    RETURN NULL;
  END $$;
  CREATE TRIGGER chaos AFTER INSERT OR UPDATE ON billing.access FOR EACH ROW WHEN (NEW.state = 'active') EXECUTE FUNCTION chaos.note_activation();`;

export async function watchDatabase(world: Scene): Promise<void> {
  await world.query(watch);
}
