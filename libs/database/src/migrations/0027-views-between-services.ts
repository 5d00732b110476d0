import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What services know of each other beside their messages. A table behind a view may change as long as the view says the same. */
export class ViewsBetweenServices1763600000027 implements MigrationInterface {
  name = 'ViewsBetweenServices1763600000027';

  async up(db: QueryRunner): Promise<void> {
    await db.query(ofProfiles);
    await db.query(ofBilling);
    await db.query(`
      GRANT SELECT ON billing.current_access, billing.contract_in_force TO vigia_gateway, vigia_loader;
      GRANT SELECT ON billing.portfolio, billing.contract_gap TO vigia_loader;
      GRANT SELECT ON billing.readable_period, profiles.past_section, profiles.changed_field TO vigia_gateway;
      GRANT SELECT ON billing.current_access TO vigia_dispatcher;
      GRANT SELECT ON profiles.item_status, profiles.load_status, profiles.stored_summary TO vigia_gateway, vigia_dispatcher;
      GRANT SELECT ON profiles.request_status TO vigia_gateway, vigia_billing, vigia_dispatcher;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP VIEW billing.portfolio, billing.current_access, billing.readable_period, billing.contract_in_force, billing.contract_gap,
        profiles.request_status, profiles.item_status, profiles.load_status, profiles.stored_summary, profiles.past_section,
        profiles.changed_field`);
  }
}

const ofProfiles = `
  CREATE VIEW profiles.request_status AS
    SELECT id AS request_id, corporation_id, doc_type IS NULL AS is_forced_update, state, activation_failed, created_at
    FROM profiles.load_request;
  COMMENT ON VIEW profiles.request_status IS
    'How far a request of a client is: loading, settling with billing, or finished, and how many of its profiles were loaded without becoming monitored.';

  CREATE VIEW profiles.item_status AS
    SELECT request_id, tax_id, state, reason, refusal, load_id FROM profiles.load_item;
  COMMENT ON VIEW profiles.item_status IS
    'What has become of each document of a request, and the load that it waits for or waited for.';

  CREATE VIEW profiles.load_status AS
    SELECT id AS load_id, doc_type, tax_id, state, estado, failed_sources, closed_at,
      ARRAY(SELECT source FROM profiles.task WHERE task.load_id = load.id AND task.closed_at IS NULL ORDER BY source) AS open_sources
    FROM profiles.load;
  COMMENT ON VIEW profiles.load_status IS
    'A load of a document: the sources that have not answered yet while it is open, its result once it is closed. At most one load of a document is open.';

  CREATE VIEW profiles.stored_summary AS
    SELECT doc_type, tax_id, estado, failed_sources, fragments_v1, fragments_v2, revision FROM profiles.profile;
  COMMENT ON VIEW profiles.stored_summary IS
    'The sections of a document as they are now, ready to be sent, before those are withheld that a plan leaves out.';

  CREATE VIEW profiles.past_section AS
    SELECT tax_id, doc_type, section, valid_from, fragment_v1, fragment_v2 FROM profiles.section_version;
  COMMENT ON VIEW profiles.past_section IS
    'A section as it was from valid_from on, until the next row of the same section.';

  CREATE VIEW profiles.changed_field AS
    SELECT id, tax_id, doc_type, changed_at, section, field, before, after, source FROM profiles.section_change;
  COMMENT ON VIEW profiles.changed_field IS
    'One field of a section that changed in substance: when, from what to what, and by which source.';`;

const ofBilling = `
  CREATE VIEW billing.current_access AS
    SELECT corporation_id, doc_type, tax_id,
      CASE WHEN state = 'active' AND expires_at <= public.business_now() THEN 'expired' ELSE state END AS state,
      mode, request_id, expires_at, ((expires_at - interval '1 ms') AT TIME ZONE 'America/Lima')::date AS ends_on,
      withheld_sections, ended_mode
    FROM billing.access;
  COMMENT ON VIEW billing.current_access IS
    'The right of a corporation to read a profile, as it is at business_now(): an active access whose end has passed is expired, also before billing has written so. ends_on is the last day in Lima on which the profile can be read. ended_mode is the mode of the access that had ended before a pending one.';

  CREATE VIEW billing.portfolio AS
    SELECT corporation_id, doc_type, tax_id, request_id, state = 'pending' AS loading
    FROM billing.current_access AS access
    WHERE CASE state
      WHEN 'active' THEN true
      WHEN 'pending' THEN EXISTS (
        SELECT FROM profiles.item_status AS item JOIN profiles.load_status AS load USING (load_id)
        WHERE item.request_id = access.request_id AND item.tax_id = access.tax_id AND load.closed_at IS NULL)
      ELSE false END;
  COMMENT ON VIEW billing.portfolio IS
    'What a corporation has, or is about to have, so that loading it again changes nothing. An access that is still pending although its load is closed is not in it. request_id is the request that opened the access: a message that is delivered again leaves out its own.';

  CREATE VIEW billing.readable_period AS
    SELECT corporation_id, tax_id, doc_type, opened_at, ends_at FROM billing.access_period;
  COMMENT ON VIEW billing.readable_period IS
    'When a corporation could read a profile. What the platform learned at other times is never shown to it.';

  CREATE VIEW billing.contract_in_force AS
    SELECT id, corporation_id, kind, starts_on, ends_on, excluded_sections, document_price_cents
    FROM billing.contract WHERE public.lima_today() BETWEEN starts_on AND ends_on;
  COMMENT ON VIEW billing.contract_in_force IS
    'The contract that a corporation has today in Lima. There is at most one.';

  CREATE VIEW billing.contract_gap AS
    SELECT corporation_id, max(ends_on) FILTER (WHERE ends_on < public.lima_today()) AS ended_on,
      min(starts_on) FILTER (WHERE starts_on > public.lima_today()) AS begins_on
    FROM billing.contract GROUP BY corporation_id;
  COMMENT ON VIEW billing.contract_gap IS
    'What a corporation without a contract today is told: when its last contract ended, and when its next one begins.';`;
