import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a replica of the gateway looks at to see that something has changed: the first entries of an index, never all of one. */
export class Heads1763600000040 implements MigrationInterface {
  name = 'Heads1763600000040';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE VIEW profiles.request_head AS
        SELECT corporation_id, id AS request_id, created_at, concat_ws(' ', state, open_items, CASE WHEN state = 'loading' THEN (
          SELECT sum((SELECT count(*) FROM profiles.task WHERE task.load_id = item.load_id AND task.closed_at IS NULL))
          FROM (SELECT load_id FROM profiles.load_item WHERE request_id = load_request.id AND state = 'loading' LIMIT 20) AS item) END) AS mark
        FROM profiles.load_request;
      COMMENT ON VIEW profiles.request_head IS
        'A request and a mark that is another one when it has come further: its state, its open documents, the open tasks of the first twenty of them. To be read by corporation, latest first, a few at a time.';

      CREATE VIEW billing.ledger_head AS
        SELECT corporation_id, contract_id::text || ' ' || head_seq AS mark
        FROM billing.contract JOIN billing.quota_account ON contract_id = contract.id;
      COMMENT ON VIEW billing.ledger_head IS 'The newest entry in the ledger of each contract of a corporation that has one.';

      CREATE VIEW webhooks.head AS
        SELECT corporation_id, 'webhooks' AS what, id::text AS id,
          concat_ws(' ', updated_at, secret_changed_at, other_number, failing_since, failures_in_row) AS mark
        FROM webhooks.configuration
        UNION ALL
        SELECT owner.corporation_id, 'webhooks', warning.id::text, concat_ws(' ', raised_at, ended_at)
        FROM (SELECT DISTINCT corporation_id FROM webhooks.configuration) AS owner CROSS JOIN LATERAL (
          SELECT id, raised_at, ended_at FROM webhooks.warning WHERE corporation_id = owner.corporation_id
          ORDER BY raised_at DESC LIMIT 5) AS warning
        UNION ALL
        SELECT configuration.corporation_id, 'deliveries', due.id::text, concat_ws(' ', attempts, next_at, leased_until)
        FROM webhooks.configuration CROSS JOIN LATERAL (
          SELECT id, attempts, next_at, leased_until FROM webhooks.delivery
          WHERE configuration_id = configuration.id AND state = 'PENDING' AND next_at IS NOT NULL ORDER BY next_at LIMIT 20) AS due
        UNION ALL
        SELECT owner.corporation_id, 'deliveries', waiting.trigger_id, ''
        FROM (SELECT DISTINCT corporation_id FROM webhooks.configuration) AS owner CROSS JOIN LATERAL (
          SELECT trigger_id FROM webhooks.event WHERE corporation_id = owner.corporation_id AND state = 'LOADING_PROFILE'
          ORDER BY tax_id LIMIT 20) AS waiting
        UNION ALL
        SELECT owner.corporation_id, 'deliveries', '', newest.position::text
        FROM (SELECT DISTINCT corporation_id FROM webhooks.configuration) AS owner CROSS JOIN LATERAL (
          SELECT position FROM webhooks.event WHERE corporation_id = owner.corporation_id ORDER BY position DESC LIMIT 1) AS newest;
      COMMENT ON VIEW webhooks.head IS
        'What may change on the pages of webhooks, each with a mark that is another one when it has: configurations, their warnings, deliveries that are next, events that wait for a load, and the newest event. A delivery that is no longer in it has ended.';

      GRANT SELECT ON profiles.request_head, billing.ledger_head, webhooks.head TO vigia_gateway;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP VIEW profiles.request_head, billing.ledger_head, webhooks.head');
  }
}
