import { Type } from 'typebox';
import { identityMessages } from '../messages/identity.js';
import { uuid } from '../schema/vocabulary.js';
import { closed, group, nullable } from '../schema/fields.js';
import { credentialList, naming, newCredential, ofCredential } from './credentials.js';
import { answered, operation, shown } from './operation.js';
import { ofCorporation, ofOperators } from './operator-corporations.js';
import { pageOf, pageQuery } from './pages.js';
import { invitation, nameOfPerson, userExample, userList, userToCreate } from './users.js';

const user = identityMessages['users.deactivate'].reply;
const { email, role } = user.properties;
const ofUser = closed({ userId: uuid });

export const operatorUsers = {
  list: operation({
    ...ofOperators,
    method: 'GET',
    path: '/panel/v1/operator/users',
    summary: 'Find a user of any corporation, or an operator',
    query: closed({
      ...pageQuery,
      q: Type.Optional(Type.String({ maxLength: 254, description: 'part of the name or the email, ignoring case and accents' })),
      role: Type.Optional(role),
      active: Type.Optional(Type.Enum(['true', 'false'])),
    }),
    answer: answered(
      'one page',
      pageOf(
        'OperatedUserPage',
        'users',
        group('OperatedUser', {
          ...user.properties,
          corporationName: nullable(Type.String(), { description: 'name of the corporation of the user; null: an operator' }),
        }),
      ),
      { users: [{ ...userExample, corporationName: 'Comercial de Prueba S.A.C.' }], older: null, newer: '9' },
    ),
  }),
  create: operation({
    ...ofOperators,
    method: 'POST',
    path: '/panel/v1/operator/users',
    summary: 'Create an operator',
    body: shown(group('OperatorToCreate', { email, name: nameOfPerson }), { email: 'luz@operador.example', name: userExample.name }),
    answer: invitation,
    errors: ['email_taken'],
  }),
  change: operation({
    ...ofOperators,
    method: 'PATCH',
    path: '/panel/v1/operator/users/:userId',
    summary: 'Deactivate or reactivate a user of any corporation, or another operator',
    params: ofUser,
    body: shown(group('UserStatus', { active: Type.Boolean() }), { active: false }),
    answer: answered('the user as changed', group('ChangedUser', { user }), { user: userExample }),
    errors: ['last_admin', 'last_operator', 'conflict'],
  }),
  resetPassword: operation({
    ...ofOperators,
    method: 'POST',
    path: '/panel/v1/operator/users/:userId/password-link',
    summary: 'Remove the password of a user and create a link to set another',
    params: ofUser,
    answer: invitation,
    errors: ['conflict'],
  }),
  listOfCorporation: operation({
    ...ofOperators,
    method: 'GET',
    path: '/panel/v1/operator/corporations/:corporationId/users',
    summary: 'List the users of a corporation',
    params: ofCorporation,
    answer: userList,
  }),
  createInCorporation: operation({
    ...ofOperators,
    method: 'POST',
    path: '/panel/v1/operator/corporations/:corporationId/users',
    summary: 'Create a user of a corporation, such as its first administrator',
    params: ofCorporation,
    body: shown(userToCreate, { email: 'sol@demo.example', name: 'Sol Prueba', role: 'admin' }),
    answer: invitation,
    errors: ['email_taken', 'users_full'],
  }),
};

export const operatorCredentials = {
  list: operation({
    ...ofOperators,
    method: 'GET',
    path: '/panel/v1/operator/corporations/:corporationId/credentials',
    summary: 'List the credentials of a corporation',
    params: ofCorporation,
    answer: credentialList,
  }),
  create: operation({
    ...ofOperators,
    method: 'POST',
    path: '/panel/v1/operator/corporations/:corporationId/credentials',
    summary: 'Create a credential of a corporation; its secret is shown only once',
    params: ofCorporation,
    body: naming,
    answer: newCredential,
    errors: ['credentials_full'],
  }),
  revoke: operation({
    ...ofOperators,
    method: 'DELETE',
    path: '/panel/v1/operator/corporations/:corporationId/credentials/:accessKey',
    summary: 'Revoke a credential of a corporation for good',
    params: closed({ ...ofCorporation.properties, ...ofCredential.properties }),
  }),
};
