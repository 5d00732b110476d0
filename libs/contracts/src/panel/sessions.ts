import { Type } from 'typebox';
import { contractKinds } from '../messages/contracts.js';
import { emailAddress, identityMessages, type UserRole } from '../messages/identity.js';
import { day, sourceName, uuid } from '../schema/vocabulary.js';
import { closed, group, nullable } from '../schema/fields.js';
import { answered, operation, shown } from './operation.js';

/** What a page offers a user, in addition to reading. */
const abilities = ['load', 'force', 'activate', 'share', 'webhooks', 'users', 'credentials', 'operate'] as const;
export type Ability = (typeof abilities)[number];

const analyst: Ability[] = ['load', 'force', 'activate'];

const abilitiesOf: Record<UserRole, Ability[]> = {
  admin: [...analyst, 'share', 'webhooks', 'users', 'credentials'],
  analyst,
  member: [],
  operator: ['operate'],
};

export function abilitiesFor(role: UserRole): Ability[] {
  return abilitiesOf[role];
}

const ofSessions = { tag: 'panel: sessions', openTo: 'user' } as const;

const { userId, email, name, role } = identityMessages['users.deactivate'].reply.properties;
const instant = Type.String({ format: 'date-time' });
const password = Type.String({ minLength: 1, maxLength: 128 });
const [anyPassword, anotherPassword] = ['una frase que nadie adivina', 'otra frase que nadie adivina'];

const ownSession = group('OwnSession', {
  sessionId: uuid,
  isThisOne: Type.Boolean(),
  address: Type.String(),
  userAgent: Type.String(),
  createdAt: instant,
  lastSeenAt: instant,
  expiresAt: instant,
});

const session = {
  sessionId: '2f0c7e63-58a8-4c58-a1c8-5d6f8e3b7c90',
  createdAt: '2026-11-21T14:00:00.000Z',
  expiresAt: '2026-11-22T02:00:00.000Z',
};

const whoIsSignedIn = answered(
  'who is signed in',
  group('SignedIn', {
    user: group('SignedInUser', { userId, email, name, role }),
    corporation: nullable(group('OwnCorporation', { corporationId: uuid, name: Type.String() })),
    can: Type.Array(Type.Enum([...abilities], { title: 'Ability' }), { description: 'acts that the user may do besides reading' }),
    contract: nullable(
      group(
        'OwnContract',
        { kind: Type.Enum([...contractKinds]), endsOn: day },
        { description: 'contract of the corporation in force today; null: none' },
      ),
    ),
    simulatedSources: Type.Array(sourceName, {
      description: 'sources whose newest answers the simulator invented; a page that shows them has to say so',
    }),
    session: group('CurrentSession', { sessionId: uuid, createdAt: instant, expiresAt: instant }),
  }),
  {
    user: { userId: 'b54c1d0e-6f0a-4a57-9d3e-0c9f6f1f2a11', email: 'ana@demo.example', name: 'Ana Prueba', role: 'admin' },
    corporation: { corporationId: '893d0f72-af5b-4131-94d2-78cbd1cb66bb', name: 'Comercial de Prueba S.A.C.' },
    can: ['load', 'force', 'activate', 'share', 'webhooks', 'users', 'credentials'],
    contract: { kind: 'one_time', endsOn: '2027-12-31' },
    simulatedSources: [],
    session,
  },
);

export const sessions = {
  open: operation({
    ...ofSessions,
    openTo: 'anybody',
    method: 'POST',
    path: '/panel/v1/session',
    summary: 'Sign in; the answer sets the session as a cookie',
    body: shown(group('SignIn', { email: emailAddress, password }), { email: 'ana@demo.example', password: anyPassword }),
    answer: whoIsSignedIn,
    headers: { 'Set-Cookie': 'the session, to be sent back with every call' },
    errors: ['sign_in_failed', 'credentials_disabled'],
  }),
  own: operation({ ...ofSessions, method: 'GET', path: '/panel/v1/session', summary: 'See who is signed in', answer: whoIsSignedIn }),
  close: operation({
    ...ofSessions,
    ofSession: true,
    method: 'DELETE',
    path: '/panel/v1/session',
    summary: 'Sign out: end this session',
    headers: { 'Set-Cookie': 'removes the cookie of the session' },
  }),
  list: operation({
    ...ofSessions,
    ofSession: true,
    method: 'GET',
    path: '/panel/v1/sessions',
    summary: 'List your own sessions',
    answer: answered('your sessions, newest first', group('SessionList', { sessions: Type.Array(ownSession) }), {
      sessions: [{ ...session, isThisOne: true, address: '192.0.2.7', userAgent: 'Firefox', lastSeenAt: '2026-11-21T15:10:00.000Z' }],
    }),
  }),
  end: operation({
    ...ofSessions,
    ofSession: true,
    method: 'DELETE',
    path: '/panel/v1/sessions/:sessionId',
    summary: 'End one of your own sessions',
    params: closed({ sessionId: uuid }),
  }),
};

export const passwords = {
  change: operation({
    ...ofSessions,
    ofSession: true,
    method: 'PUT',
    path: '/panel/v1/password',
    summary: 'Change your own password; your other sessions end',
    body: shown(group('PasswordChange', { currentPassword: password, newPassword: password }), {
      currentPassword: anyPassword,
      newPassword: anotherPassword,
    }),
    errors: ['password_wrong'],
  }),
  setByLink: operation({
    ...ofSessions,
    openTo: 'anybody',
    method: 'PUT',
    path: '/panel/v1/password/by-link',
    summary: 'Set a password with the token of a link; every session of its user ends',
    body: shown(group('PasswordByLink', { token: Type.String({ minLength: 1, maxLength: 100 }), newPassword: password }), {
      token: 'kL0pP6cSx3n8Zb6lq5l4rE7fT1uV9wX2yA3bC4dE5fG',
      newPassword: anyPassword,
    }),
    errors: ['password_link_invalid'],
  }),
};
