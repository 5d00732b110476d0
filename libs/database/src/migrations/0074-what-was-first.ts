import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What came before is remembered: a pending access remembers the failed one in whose place it stands, and a profile the request that first
 * brought data about it. The release before leaves all of it null, which is how it went until now.
 */
export class WhatWasFirst1763600000074 implements MigrationInterface {
  name = 'WhatWasFirst1763600000074';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      SET LOCAL lock_timeout = '900ms';
      ALTER TABLE billing.access ADD COLUMN failed_mode text, ADD COLUMN failed_request_id uuid;
      ALTER TABLE profiles.profile ADD COLUMN first_request_id uuid;
      CREATE VIEW profiles.first_request AS
        SELECT doc_type, tax_id, first_request_id AS request_id FROM profiles.profile WHERE first_request_id IS NOT NULL;
      COMMENT ON VIEW profiles.first_request IS
        'The request by which the platform first had data about a document, also while that request waits for other documents. A document is missing here where no client had asked for that load, and where it was loaded before this was kept.';
      GRANT SELECT ON profiles.first_request TO vigia_billing;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP VIEW profiles.first_request;
      ALTER TABLE profiles.profile DROP COLUMN first_request_id;
      ALTER TABLE billing.access DROP COLUMN failed_mode, DROP COLUMN failed_request_id;`);
  }
}
