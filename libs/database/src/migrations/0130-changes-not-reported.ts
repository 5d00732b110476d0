import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A comparison of portfolios must not take for a difference what billing has changed and not reported yet. */
export class ChangesNotReported1763600000130 implements MigrationInterface {
  name = 'ChangesNotReported1763600000130';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS billing.outbox_accesses');
    await db.query(
      `CREATE INDEX CONCURRENTLY outbox_accesses ON billing.outbox (((payload->>'corporationId')::uuid)) WHERE message = 'accesses.changed'`,
    );
    await db.query(`
      CREATE OR REPLACE VIEW billing.unreported_access AS
        SELECT (payload->>'corporationId')::uuid AS corporation_id, document->>'docType' AS doc_type, document->>'taxId' AS tax_id
        FROM billing.outbox CROSS JOIN LATERAL jsonb_array_elements(payload->'documents') AS document WHERE message = 'accesses.changed';
      COMMENT ON VIEW billing.unreported_access IS 'An access that changed without a load or a forced update, of which the loader has not confirmed to know.';
      GRANT SELECT ON billing.unreported_access TO vigia_loader`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP VIEW billing.unreported_access; DROP INDEX billing.outbox_accesses');
  }
}
