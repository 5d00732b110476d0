import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users who load and force without being administrators. */
export class Analysts1763600000031 implements MigrationInterface {
  name = 'Analysts1763600000031';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE identity.panel_user DROP CONSTRAINT panel_user_role_check,
        ADD CONSTRAINT panel_user_role_check CHECK (role IN ('admin', 'analyst', 'member', 'operator'));`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      UPDATE identity.panel_user SET role = 'member' WHERE role = 'analyst';
      ALTER TABLE identity.panel_user DROP CONSTRAINT panel_user_role_check,
        ADD CONSTRAINT panel_user_role_check CHECK (role IN ('admin', 'member', 'operator'));`);
  }
}
