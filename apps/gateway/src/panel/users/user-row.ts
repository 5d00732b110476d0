import type { User, UserRole } from '@vigia/contracts';

export interface UserRow {
  userId: string;
  corporationId: string | null;
  email: string;
  name: string;
  role: UserRole;
  active: boolean;
  createdAt: Date;
}

export const userColumns = `id AS "userId", corporation_id AS "corporationId", email, name, role, status = 'active' AS active,
  created_at AS "createdAt"`;

export function toUser({ createdAt, ...user }: UserRow): User {
  return { ...user, createdAt: createdAt.toISOString() };
}
