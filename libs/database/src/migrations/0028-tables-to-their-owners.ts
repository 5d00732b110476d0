import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What replicas from before the views read: tables of other services, and two functions over them. */
const granted = [
  ['billing.contract, billing.access, billing.access_period', 'vigia_gateway, vigia_loader, vigia_dispatcher'],
  [
    `profiles.load, profiles.task, profiles.load_request, profiles.load_item, profiles.profile, profiles.source_answer,
     profiles.section_version, profiles.section_change`,
    'vigia_gateway, vigia_dispatcher',
  ],
  ['profiles.load, profiles.load_request, profiles.load_item', 'vigia_billing'],
] as const;

export class TablesToTheirOwners1763600000028 implements MigrationInterface {
  name = 'TablesToTheirOwners1763600000028';

  async up(db: QueryRunner): Promise<void> {
    for (const [tables, roles] of granted) await db.query(`REVOKE SELECT ON ${tables} FROM ${roles}`);
    await db.query('DROP FUNCTION billing.in_portfolio, billing.no_contract_today');
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [tables, roles] of granted) await db.query(`GRANT SELECT ON ${tables} TO ${roles}`);
    await db.query(`
      CREATE FUNCTION billing.no_contract_today(corporation uuid) RETURNS jsonb LANGUAGE sql STABLE
        RETURN (SELECT jsonb_build_object('reason', 'contract_not_active',
            'endedOn', max(ends_on) FILTER (WHERE ends_on < public.lima_today()),
            'beginsOn', min(starts_on) FILTER (WHERE starts_on > public.lima_today()))
          FROM billing.contract WHERE corporation_id = corporation);
      CREATE FUNCTION billing.in_portfolio(corporation uuid, kind text, numbers text[], own_request uuid)
        RETURNS TABLE (tax_id text, loading boolean) LANGUAGE sql STABLE
        BEGIN ATOMIC
          SELECT access.tax_id, state = 'pending' FROM billing.access
          WHERE corporation_id = corporation AND doc_type = kind AND access.tax_id = ANY(numbers) AND request_id <> own_request
            AND CASE state
              WHEN 'active' THEN expires_at IS NULL OR expires_at > public.business_now()
              WHEN 'pending' THEN EXISTS (
                SELECT FROM profiles.load_item JOIN profiles.load ON load.id = load_item.load_id
                WHERE load_item.request_id = access.request_id AND load_item.tax_id = access.tax_id AND load.closed_at IS NULL)
              ELSE false END;
        END`);
  }
}
