import type { es } from './words.es.ts';

export const en: typeof es = {
  title: 'Users',
  description: 'Everyone who signs in to the platform: the users of each corporation, and the operators.',
  invite: 'Invite operator',
  search: 'Search by name or email',
  role: 'Role',
  everyRole: 'Every role',
  roles: { admin: 'Administrator', analyst: 'Analyst', member: 'Reader', operator: 'Operator' },
  status: 'Status',
  everybody: 'Everybody',
  active: 'Active',
  deactivated: 'Deactivated',
  corporation: 'Corporation',
  platform: 'The platform',
  none: 'No user matches',
  noneHint: 'Try another part of the name or the email, or other filters.',
  usersOf: 'Users',
  inviteUser: 'Invite user',
  noUsers: 'There are no users yet',
  noUsersHint: 'Invite the first administrator, who invites the others.',
};
