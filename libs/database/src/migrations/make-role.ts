import type { QueryRunner } from 'typeorm';

/**
 * Roles belong to the whole server, so another database of it may have made the role already, even just now, or an administrator for a login that may make none.
 * That login has to be a member with the rights of the role: it hands tables over to it.
 */
export async function makeRole(db: QueryRunner, role: string): Promise<void> {
  await db.query(`
    DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN
        CREATE ROLE ${role} NOLOGIN;
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END $$`);
  await db.query(`
    DO $$ BEGIN
      GRANT ${role} TO CURRENT_USER;
    EXCEPTION
      WHEN unique_violation OR internal_error THEN NULL;
      WHEN insufficient_privilege THEN
        IF NOT pg_has_role(CURRENT_USER, '${role}', 'USAGE') THEN RAISE; END IF;
    END $$`);
}
