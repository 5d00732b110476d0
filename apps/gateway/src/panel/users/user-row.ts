import type { User, UserRole } from '@vigia/contracts';
import { sql } from '@vigia/database';

export interface UserRow {
  userId: string;
  corporationId: string | null;
  email: string;
  name: string;
  role: UserRole;
  active: boolean;
  createdAt: Date;
}

export const userColumns = sql`id AS user_id, corporation_id, email, name, role, status = 'active' AS active,
  created_at`;

export function toUser({ createdAt, ...user }: UserRow): User {
  return { ...user, createdAt: createdAt.toISOString() };
}
