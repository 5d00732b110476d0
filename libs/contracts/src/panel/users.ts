import { Type } from 'typebox';
import { identityMessages } from '../messages/identity.js';
import { uuid } from '../schema/vocabulary.js';
import { givenName } from './given-name.js';
import { answered, operation, shown } from './operation.js';
import { closed, group } from '../schema/fields.js';

const ofUsers = { tag: 'panel: users', openTo: 'admin' } as const;

const user = identityMessages['users.deactivate'].reply;
export const nameOfPerson = givenName(200);
/** The roles that an administrator can assign; operators are created elsewhere. */
const role = Type.Enum(['admin', 'analyst', 'member']);

const newUserExample = { email: 'luz@demo.example', name: 'Luz Prueba', role: 'member' } as const;
export const userExample = {
  userId: '5b0f1f0c-1c1e-4a57-8d3e-7c9f6f1f2b22',
  corporationId: '893d0f72-af5b-4131-94d2-78cbd1cb66bb',
  active: true,
  createdAt: '2026-11-21T14:00:00.000Z',
  hasPassword: true,
  lastSeenAt: '2026-11-21T15:10:00.000Z',
  activeCredentials: 0,
  ...newUserExample,
};

export const invitation = answered(
  'the user, and a link to set a password with',
  group('Invitation', {
    user,
    passwordLink: group('PasswordLink', {
      token: Type.String({ description: 'token for PUT /panel/v1/password/by-link, shown only in this answer' }),
      expiresAt: Type.String({ format: 'date-time' }),
    }),
  }),
  {
    user: { ...userExample, hasPassword: false, lastSeenAt: null },
    passwordLink: { token: 'kL0pP6cSx3n8Zb6lq5l4rE7fT1uV9wX2yA3bC4dE5fG', expiresAt: '2026-11-24T14:00:00.000Z' },
  },
);

export const userToCreate = group('UserToCreate', { email: user.properties.email, name: nameOfPerson, role });
export const userList = answered(
  'all active users, and the newest 500 of the others, oldest first',
  group('UserList', { users: Type.Array(user) }),
  { users: [userExample] },
);

const params = closed({ userId: uuid });

export const users = {
  list: operation({
    ...ofUsers,
    method: 'GET',
    path: '/panel/v1/users',
    summary: 'List the users of your corporation',
    answer: userList,
  }),
  create: operation({
    ...ofUsers,
    method: 'POST',
    path: '/panel/v1/users',
    summary: 'Create a user',
    body: shown(userToCreate, newUserExample),
    answer: invitation,
    errors: ['email_taken', 'users_full'],
  }),
  change: operation({
    ...ofUsers,
    method: 'PATCH',
    path: '/panel/v1/users/:userId',
    summary: 'Change the name or the role of a user, deactivate or reactivate the user',
    params,
    body: shown(
      Type.Partial(closed({ name: nameOfPerson, role, active: Type.Boolean() }), {
        additionalProperties: false,
        minProperties: 1,
        title: 'UserChanges',
      }),
      { active: false },
    ),
    answer: answered('the user as changed', group('ChangedUser', { user }), { user: userExample }),
    errors: ['last_admin', 'conflict', 'users_full'],
  }),
  resetPassword: operation({
    ...ofUsers,
    method: 'POST',
    path: '/panel/v1/users/:userId/password-link',
    summary: 'Remove the password of a user and create a link to set another',
    params,
    answer: invitation,
    errors: ['conflict'],
  }),
};

export const colleagues = {
  list: operation({
    tag: 'panel: users',
    openTo: 'analyst',
    method: 'GET',
    path: '/panel/v1/colleagues',
    summary: 'List the active users of your corporation by name',
    answer: answered(
      'users in the order of their names',
      group('ColleagueList', {
        colleagues: Type.Array(
          group('Colleague', { userId: user.properties.userId, name: user.properties.name, role: user.properties.role }),
        ),
      }),
      { colleagues: [{ userId: userExample.userId, name: userExample.name, role: 'member' }] },
    ),
  }),
};
