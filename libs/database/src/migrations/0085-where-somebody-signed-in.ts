import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Asked at every attempt to sign in: others' guesses keep nobody out of where they signed in before. */
export class WhereSomebodySignedIn1763600000085 implements MigrationInterface {
  name = 'WhereSomebodySignedIn1763600000085';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS identity.audit_entry_signed_in');
    await db.query(
      `CREATE INDEX CONCURRENTLY audit_entry_signed_in ON identity.audit_entry (actor, at) WHERE action IN ('session.open', 'password.set')`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX identity.audit_entry_signed_in');
  }
}
