import type { UserRole } from '../messages/identity.js';

/** What a page offers a user, in addition to reading. */
export const abilities = ['load', 'force', 'activate', 'webhooks', 'users', 'credentials', 'operate'] as const;
export type Ability = (typeof abilities)[number];

const analyst: Ability[] = ['load', 'force', 'activate'];

const abilitiesOf: Record<UserRole, Ability[]> = {
  admin: [...analyst, 'webhooks', 'users', 'credentials'],
  analyst,
  member: [],
  operator: ['operate'],
};

export function abilitiesFor(role: UserRole): Ability[] {
  return abilitiesOf[role];
}
