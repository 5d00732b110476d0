import { Type, type Static } from 'typebox';
import { closed, group, nullable } from '../schema/fields.js';
import { request } from './definition.js';
import { uuid, writtenInstant } from '../schema/vocabulary.js';

const corporation = closed({
  corporationId: uuid,
  name: Type.String({ minLength: 1, maxLength: 200 }),
  status: Type.Enum(['active', 'suspended']),
});
export type Corporation = Static<typeof corporation>;

export const credentialName = Type.String({ maxLength: 80, pattern: '^[^\\x00-\\x1f\\x7f]+$' });

const credential = closed({
  accessKey: Type.String(),
  corporationId: uuid,
  status: Type.Enum(['active', 'revoked']),
  createdAt: Type.String(),
  name: nullable(credentialName),
  /** Name of the user; null for an operator. */
  createdBy: nullable(Type.String()),
  lastUsedAt: nullable(Type.String()),
});
export type Credential = Static<typeof credential>;

/** What a program obtains a token with. The secret is known only when it is made. */
export interface BasicCredentials {
  accessKey: string;
  accessSecret: string;
}

export const userRoles = ['admin', 'analyst', 'member', 'operator'] as const;
export type UserRole = (typeof userRoles)[number];

/** Printable ASCII on both sides of the @, so that lower case makes addresses equal that differ only in case. */
export const emailAddress = Type.String({ maxLength: 254, pattern: '^[!-?A-~]{1,64}@[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63})+$' });
const personName = Type.String({ maxLength: 200, pattern: '^[^\\x00-\\x1f\\x7f]+$' });

const userRole = Type.Enum([...userRoles], { title: 'UserRole' });

const user = group('User', {
  userId: uuid,
  /** Null for an operator, who belongs to no corporation. */
  corporationId: nullable(uuid),
  email: emailAddress,
  name: personName,
  role: userRole,
  active: Type.Boolean(),
  createdAt: writtenInstant,
  /** False until the user chooses the first password, and after a reset. */
  hasPassword: Type.Boolean(),
  /** To the minute. */
  lastSeenAt: nullable(writtenInstant),
  activeCredentials: Type.Integer({
    description: 'active credentials that the user created: they stay active when the user is deactivated',
  }),
});
export type User = Static<typeof user>;

/** A token with which a user sets a password of their own, sealed like every secret. */
const invitation = closed({ user, sealedToken: Type.String(), expiresAt: Type.String() });
const sealTo = Type.String({ maxLength: 400 });

const byId = closed({ corporationId: uuid });

export const identityMessages = {
  'corporations.create': request('gateway', closed({ name: corporation.properties.name }), corporation),
  'corporations.list': request('gateway', closed({}), closed({ corporations: Type.Array(corporation) })),
  'corporations.suspend': request('gateway', byId, corporation),
  'corporations.resume': request('gateway', byId, corporation),
  /** The only message that carries the access secret. Only the private half of `sealTo` opens it. */
  'credentials.create': request(
    'gateway',
    closed({ ...byId.properties, sealTo }),
    closed({ accessKey: Type.String(), sealedSecret: Type.String() }),
  ),
  'credentials.list': request('gateway', byId, closed({ credentials: Type.Array(credential) })),
  'credentials.revoke': request('gateway', closed({ accessKey: Type.String() }), credential),
  'users.create': request(
    'gateway',
    closed({ corporationId: nullable(uuid), email: emailAddress, name: personName, role: Type.Enum([...userRoles]), sealTo }),
    invitation,
  ),
  /** The users of one corporation, or the operators. */
  'users.list': request('gateway', closed({ corporationId: nullable(uuid) }), closed({ users: Type.Array(user) })),
  'users.deactivate': request('gateway', closed({ userId: uuid }), user),
  /** Gives a deactivated user another email, so that somebody else can use the old one. */
  'users.readdress': request('gateway', closed({ userId: uuid, email: emailAddress }), user),
  /** Removes the password of the user and ends every session. */
  'users.reset': request('gateway', closed({ userId: uuid, sealTo }), invitation),
};
