import type { MigrationInterface, QueryRunner } from 'typeorm';

const indexes = ['profiles', 'billing'].map((schema) => ({ schema, name: 'outbox_corporation' }));

/** A comparison of portfolios must not take for a difference what billing and the loader have not told each other yet. */
export class ChangesNotReported1763600000130 implements MigrationInterface {
  name = 'ChangesNotReported1763600000130';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const { schema, name } of indexes) {
      await db.query(`DROP INDEX CONCURRENTLY IF EXISTS ${schema}.${name}`);
      await db.query(`CREATE INDEX CONCURRENTLY ${name} ON ${schema}.outbox (((payload->>'corporationId')::uuid))`);
    }
    await db.query(`
      CREATE OR REPLACE VIEW billing.unreported_access AS
        SELECT (payload->>'corporationId')::uuid AS corporation_id, document->>'docType' AS doc_type, document->>'taxId' AS tax_id
        FROM billing.outbox CROSS JOIN LATERAL jsonb_array_elements(payload->'documents') AS document WHERE message = 'accesses.changed';
      COMMENT ON VIEW billing.unreported_access IS
        'An access that changed without a load or a forced update, until the loader has confirmed the event about it.';
      GRANT SELECT ON billing.unreported_access TO vigia_loader`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP VIEW billing.unreported_access');
    for (const { schema, name } of indexes) await db.query(`DROP INDEX ${schema}.${name}`);
  }
}
