import { Type, type Static } from 'typebox';
import { closed, event, request } from './definition.js';
import { sections } from '../sources/catalogue.js';
import { day, docType, document, mode, months, taxId, uuid } from './vocabulary.js';

export const contractKinds = ['monthly', 'one_time'] as const;
export type ContractKind = (typeof contractKinds)[number];

const terms = {
  corporationId: uuid,
  kind: Type.Enum([...contractKinds]),
  startsOn: day,
  endsOn: day,
  quotaMonths: Type.Integer({ minimum: 0 }),
};
/** Sections of the summary that the plan leaves out. */
const excludedSections = Type.Array(Type.Enum([...sections]), { uniqueItems: true });
const contract = closed({ contractId: uuid, ...terms, excludedSections });
export type Contract = Static<typeof contract>;

export const refusals = ['contract_not_active'] as const;
export type Refusal = (typeof refusals)[number];

const reservation = closed({
  requestId: uuid,
  corporationId: uuid,
  docType,
  taxIds: Type.Array(taxId, { minItems: 1, maxItems: 100 }),
  months: Type.Optional(months),
});
const reserved = closed({ outcome: Type.Literal('reserved') });
const refused = closed({ outcome: Type.Literal('refused'), reason: Type.Enum([...refusals]) });

export const settlement = closed({
  requestId: uuid,
  corporationId: uuid,
  mode,
  documents: Type.Array(Type.Object({ ...document.properties, loaded: Type.Boolean() }, { additionalProperties: false }), {
    maxItems: 100,
  }),
});
export type Settlement = Static<typeof settlement>;

export const billingMessages = {
  'contracts.create': request('billing', closed({ ...terms, excludedSections: Type.Optional(excludedSections) }), contract),
  'contracts.list': request('billing', closed({ corporationId: uuid }), closed({ contracts: Type.Array(contract) })),
  /** Asked before any source is, and only for monitoring under a one-time plan. */
  'quota.reserve': request('billing', reservation, Type.Union([reserved, refused])),
  'access.open': event(
    'billing',
    closed({ requestId: uuid, corporationId: uuid, mode, documents: Type.Array(document, { maxItems: 100 }) }),
  ),
  'access.settle': event('billing', settlement),
};
