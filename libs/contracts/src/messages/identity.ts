import { Type, type Static } from 'typebox';
import { closed, request } from './definition.js';
import { uuid } from './vocabulary.js';

const corporation = closed({
  corporationId: uuid,
  name: Type.String({ minLength: 1, maxLength: 200 }),
  status: Type.Enum(['active', 'suspended']),
});
export type Corporation = Static<typeof corporation>;

const credential = closed({
  accessKey: Type.String(),
  corporationId: uuid,
  status: Type.Enum(['active', 'revoked']),
  createdAt: Type.String(),
});
export type Credential = Static<typeof credential>;

const byId = closed({ corporationId: uuid });

export const identityMessages = {
  'corporations.create': request('gateway', closed({ name: corporation.properties.name }), corporation),
  'corporations.list': request('gateway', closed({}), closed({ corporations: Type.Array(corporation) })),
  'corporations.suspend': request('gateway', byId, corporation),
  'corporations.resume': request('gateway', byId, corporation),
  /** The only moment at which the access secret can be read, and only by whoever holds the private half of `sealTo`. */
  'credentials.create': request(
    'gateway',
    closed({ ...byId.properties, sealTo: Type.String({ maxLength: 400 }) }),
    closed({ accessKey: Type.String(), sealedSecret: Type.String() }),
  ),
  'credentials.list': request('gateway', byId, closed({ credentials: Type.Array(credential) })),
  'credentials.revoke': request('gateway', closed({ accessKey: Type.String() }), credential),
};
