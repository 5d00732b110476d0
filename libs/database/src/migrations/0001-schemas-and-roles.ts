import type { MigrationInterface, QueryRunner } from 'typeorm';
import { serviceRoles } from '../connection/service-roles.js';
import { makeRole } from './make-role.js';

const schemaOfRole = {
  vigia_gateway: 'identity',
  vigia_loader: 'profiles',
  vigia_billing: 'billing',
  vigia_dispatcher: 'webhooks',
} as const;

export class Schemas1763600000001 implements MigrationInterface {
  name = 'Schemas1763600000001';

  async up(db: QueryRunner): Promise<void> {
    for (const role of Object.values(serviceRoles)) await makeRole(db, role);
    for (const [role, schema] of Object.entries(schemaOfRole)) {
      await db.query(`CREATE SCHEMA ${schema}`);
      await db.query(`GRANT USAGE ON SCHEMA ${schema} TO ${Object.values(serviceRoles).join(', ')}`);
      await db.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role}`);
      await db.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT USAGE ON SEQUENCES TO ${role}`);
    }
    await db.query(`GRANT SELECT ON public.migration TO ${Object.values(serviceRoles).join(', ')}`);
  }

  async down(): Promise<void> {
    throw new Error('the first migration is not undone: drop the database instead');
  }
}
