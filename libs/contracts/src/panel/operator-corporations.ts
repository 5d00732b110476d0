import { Type } from 'typebox';
import { contractKinds } from '../messages/contracts.js';
import { identityMessages } from '../messages/identity.js';
import { day, uuid, writtenInstant } from '../schema/vocabulary.js';
import { closed, group, nullable } from '../schema/fields.js';
import { givenName } from './given-name.js';
import { answered, operation, shown } from './operation.js';
import { pageOf, pageQuery } from './pages.js';

export const ofOperators = { tag: 'panel: operators', openTo: 'operator' } as const;
export const ofCorporation = closed({ corporationId: uuid });

const { name, status } = identityMessages['corporations.suspend'].reply.properties;

const corporation = group('OperatedCorporation', {
  corporationId: uuid,
  name,
  status,
  createdAt: writtenInstant,
  contract: nullable(group('ContractToday', { kind: Type.Enum([...contractKinds]), endsOn: day }), {
    description: 'contract in force today; null: none',
  }),
  users: Type.Integer({ description: 'number of active users' }),
  credentials: Type.Integer({ description: 'number of active credentials' }),
});
const one = group('OneCorporation', { corporation });

const example = {
  corporationId: '893d0f72-af5b-4131-94d2-78cbd1cb66bb',
  name: 'Comercial de Prueba S.A.C.',
  status: 'active',
  createdAt: '2026-11-20T14:00:00.000Z',
  contract: { kind: 'one_time', endsOn: '2027-12-31' },
  users: 4,
  credentials: 1,
} as const;

export const operatorCorporations = {
  list: operation({
    ...ofOperators,
    method: 'GET',
    path: '/panel/v1/operator/corporations',
    summary: 'List the corporations of the platform',
    query: closed({
      ...pageQuery,
      q: Type.Optional(Type.String({ maxLength: 100, description: 'part of the name, ignoring case and accents, or the whole id' })),
      status: Type.Optional(status),
    }),
    answer: answered('one page', pageOf('CorporationPage', 'corporations', corporation), {
      corporations: [example],
      older: null,
      newer: '1',
    }),
  }),
  create: operation({
    ...ofOperators,
    method: 'POST',
    path: '/panel/v1/operator/corporations',
    summary: 'Create a corporation',
    body: shown(group('CorporationToMake', { name: givenName(200) }), { name: example.name }),
    answer: answered('the corporation', one, { corporation: { ...example, contract: null, users: 0, credentials: 0 } }),
  }),
  one: operation({
    ...ofOperators,
    method: 'GET',
    path: '/panel/v1/operator/corporations/:corporationId',
    summary: 'See a corporation',
    params: ofCorporation,
    answer: answered('the corporation', one, { corporation: example }),
  }),
  change: operation({
    ...ofOperators,
    method: 'PATCH',
    path: '/panel/v1/operator/corporations/:corporationId',
    summary: 'Suspend or resume a corporation: while it is suspended its calls are refused, and its sessions end',
    params: ofCorporation,
    body: shown(group('CorporationChange', { status }), { status: 'active' }),
    answer: answered('the corporation as changed', one, { corporation: example }),
  }),
};
