import { Type } from 'typebox';
import { credentialName } from '../messages/identity.js';
import { closed, group, nullable } from '../schema/fields.js';
import { givenName } from './given-name.js';
import { answered, operation, shown } from './operation.js';

const ofCredentials = { tag: 'panel: credentials', openTo: 'admin' } as const;
const instant = Type.String({ format: 'date-time' });
const accessKey = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });

const credential = group('PanelCredential', {
  accessKey,
  name: nullable(credentialName, { description: 'name of the credential; null: created at the command line and not named since' }),
  createdBy: nullable(Type.String({ description: 'present name of the user who created the credential; null: an operator did' })),
  status: Type.Enum(['active', 'revoked'], { title: 'CredentialStatus' }),
  createdAt: instant,
  lastUsedAt: nullable(instant, { description: 'time of the last use, to the minute; null: never used' }),
});

const example = {
  accessKey: 'vk_0123456789abcdef01234567',
  name: 'ERP de compras',
  createdBy: 'Ana Prueba',
  status: 'active',
  createdAt: '2026-11-21T14:00:00.000Z',
  lastUsedAt: '2026-11-21T15:10:00.000Z',
} as const;

export const credentialList = answered(
  'all active credentials, and the newest 100 revoked ones, newest first',
  group('CredentialList', { credentials: Type.Array(credential) }),
  {
    credentials: [example],
  },
);
export const newCredential = answered(
  'the credential and its secret',
  group('NewCredential', { credential, accessSecret: Type.String({ description: 'secret of the credential, shown only in this answer' }) }),
  { credential: { ...example, lastUsedAt: null }, accessSecret: 'vs_…' },
);
export const naming = shown(group('CredentialName', { name: givenName(80) }), { name: example.name });
export const ofCredential = closed({ accessKey });

export const credentials = {
  list: operation({
    ...ofCredentials,
    method: 'GET',
    path: '/panel/v1/credentials',
    summary: 'List the credentials of your programs',
    answer: credentialList,
  }),
  create: operation({
    ...ofCredentials,
    method: 'POST',
    path: '/panel/v1/credentials',
    summary: 'Create a credential for a program, of at most twenty active ones; its secret is shown only once',
    body: naming,
    answer: newCredential,
    errors: ['credentials_full'],
  }),
  rename: operation({
    ...ofCredentials,
    method: 'PATCH',
    path: '/panel/v1/credentials/:accessKey',
    summary: 'Give a credential another name',
    params: ofCredential,
    body: naming,
    answer: answered('the credential as changed', group('ChangedCredential', { credential }), { credential: example }),
  }),
  revoke: operation({
    ...ofCredentials,
    method: 'DELETE',
    path: '/panel/v1/credentials/:accessKey',
    summary: 'Revoke a credential for good; its programs lose access within two seconds',
    params: ofCredential,
  }),
};
