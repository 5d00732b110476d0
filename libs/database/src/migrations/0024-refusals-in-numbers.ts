import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a refused profile would have taken, and what there was, is kept with it. `load_request.fitting_months` was one number for all; it
 * stays, unused, as long as loaders of the release before may still write it.
 */
export class RefusalsInNumbers1763600000024 implements MigrationInterface {
  name = 'RefusalsInNumbers1763600000024';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE profiles.load_item ADD COLUMN refusal jsonb;

      CREATE FUNCTION billing.no_contract_today(corporation uuid) RETURNS jsonb LANGUAGE sql STABLE
        RETURN (SELECT jsonb_build_object('reason', 'contract_not_active',
            'endedOn', max(ends_on) FILTER (WHERE ends_on < public.lima_today()),
            'beginsOn', min(starts_on) FILTER (WHERE starts_on > public.lima_today()))
          FROM billing.contract WHERE corporation_id = corporation);

      -- What a corporation has, or is about to have, so that loading it again changes nothing. A message that comes again finds
      -- what its first delivery opened; that is its own. An access whose load is over is none to wait for.
      GRANT SELECT ON profiles.load, profiles.load_item TO vigia_billing;
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
        END;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP FUNCTION billing.in_portfolio, billing.no_contract_today;
      REVOKE SELECT ON profiles.load, profiles.load_item FROM vigia_billing;
      ALTER TABLE profiles.load_item DROP COLUMN refusal;`);
  }
}
