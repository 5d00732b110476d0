import { Type, type Static } from 'typebox';
import { closed, group } from '../schema/fields.js';
import { request } from './definition.js';
import { day, origin, sectionName, uuid } from '../schema/vocabulary.js';

export const contractKinds = ['monthly', 'one_time'] as const;
export type ContractKind = (typeof contractKinds)[number];

/** Where today is relative to the contract. */
const contractPhases = ['ahead', 'in_force', 'ended'] as const;

/** Monitoring-months. `granted` is the sum of the others; `available` can still be used. */
export const quota = group('MonthBalances', {
  granted: Type.Integer(),
  available: Type.Integer(),
  held: Type.Integer(),
  consumed: Type.Integer(),
});
export type Quota = Static<typeof quota>;

const priceCents = Type.Integer({ minimum: 0, maximum: 100_000_000 });
const terms = {
  corporationId: uuid,
  kind: Type.Enum([...contractKinds]),
  startsOn: day,
  endsOn: day,
  quotaMonths: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
};
/** Sections of the summary that the plan leaves out. */
const excludedSections = Type.Array(sectionName, { uniqueItems: true });
const contract = group('CorporationContract', {
  contractId: uuid,
  ...terms,
  excludedSections,
  documentPriceCents: Type.Integer({ ...priceCents, description: 'price of each document that is new on the platform, in cents of a sol' }),
  quota: Type.Union([quota, Type.Null()], { description: 'balances of the quota; null under a monthly plan, which has no quota' }),
  phase: Type.Enum([...contractPhases], { description: 'whether the contract lies ahead, is in force today, or has ended' }),
  endChanges: Type.Array(
    group('ContractEndChange', { changedOn: day, from: day, to: day, reason: Type.String({ description: 'as the operator gave it' }) }),
    { description: 'every change of the end, oldest first' },
  ),
});
export type Contract = Static<typeof contract>;

const { actor } = origin.properties;
const who = { actor, reason: Type.String({ minLength: 1, maxLength: 200 }) };

export const contractMessages = {
  'contracts.create': request(
    'billing',
    closed({
      ...terms,
      excludedSections: Type.Optional(excludedSections),
      documentPriceCents: Type.Optional(priceCents),
      /** Who agreed to it, for the statement; `operator` unless given. */
      actor: Type.Optional(actor),
    }),
    contract,
  ),
  'contracts.list': request('billing', closed({ corporationId: uuid }), closed({ contracts: Type.Array(contract) })),
  /**
   * Changes the end of a contract that has not ended. Whole months beyond an earlier end go back to the quota. `expectedEndsOn`: refused if
   * the end is meanwhile another, and not the wanted one either.
   */
  'contracts.amend': request(
    'billing',
    closed({ commandId: uuid, contractId: uuid, endsOn: day, expectedEndsOn: Type.Optional(day), ...who }),
    contract,
  ),
  /**
   * Adds months to a contract that has not ended, or takes them away (negative). `revokeHolds` takes them even from loads that are running.
   */
  'quota.adjust': request(
    'billing',
    closed({ commandId: uuid, contractId: uuid, months: Type.Integer(), revokeHolds: Type.Optional(Type.Boolean()), ...who }),
    contract,
  ),
};
