import { Type, type Static } from 'typebox';
import { closed, event, request } from './definition.js';
import { sections } from '../sources/catalogue.js';
import { day, docType, document, mode, months, taxId, uuid } from './vocabulary.js';

export const contractKinds = ['monthly', 'one_time'] as const;
export type ContractKind = (typeof contractKinds)[number];

/** Monitoring-months; `granted` is the sum of the others. What can still be used is `available`. */
const quota = closed({
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
const excludedSections = Type.Array(Type.Enum([...sections]), { uniqueItems: true });
const contract = closed({
  contractId: uuid,
  ...terms,
  excludedSections,
  /** Of a document that nobody had loaded on the platform before. */
  documentPriceCents: priceCents,
  /** Null under a monthly plan, which has none. */
  quota: Type.Union([quota, Type.Null()]),
});
export type Contract = Static<typeof contract>;

/** Why months cannot be had. */
export const refusals = ['contract_not_active', 'months_exceed_contract', 'quota_insufficient'] as const;
export type Refusal = (typeof refusals)[number];
const refusal = closed({
  outcome: Type.Literal('refused'),
  reason: Type.Enum([...refusals]),
  /** How many months the contract has room for. */
  fittingMonths: Type.Integer(),
});

const taxIds = Type.Array(taxId, { minItems: 1, maxItems: 100 });
const documents = Type.Array(document, { minItems: 1, maxItems: 100 });
const command = { requestId: uuid, corporationId: uuid };
const reservation = closed({ ...command, docType, taxIds, months: Type.Optional(months) });
const reserved = closed({
  outcome: Type.Literal('reserved'),
  /** For each profile. */
  months: Type.Integer(),
  expiresOn: day,
  /** Documents that the corporation has or is loading already: nothing was set aside for them. */
  present: Type.Array(taxId),
});

const reprocess = closed({
  ...command,
  taxIds: Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 100 }),
  months: Type.Optional(months),
});
/** `not_active`: to be skipped. Every other refusal leaves the profile as it was and is reported as failed. */
export const reprocessRefusals = ['not_active', 'monitoring_expired', ...refusals] as const;
export type ReprocessRefusal = (typeof reprocessRefusals)[number];
const reprocessVerdict = Type.Union([
  closed({
    outcome: Type.Literal('refresh'),
    taxId: Type.String(),
    docType,
    returned: Type.Integer(),
    deducted: Type.Integer(),
    expiresOn: Type.Union([day, Type.Null()]),
  }),
  closed({
    outcome: Type.Literal('refused'),
    taxId: Type.String(),
    reason: Type.Enum([...reprocessRefusals]),
    fittingMonths: Type.Integer(),
  }),
]);
export type ReprocessVerdict = Static<typeof reprocessVerdict>;

const activation = closed({ ...command, documents, months: Type.Optional(months) });
const activated = closed({
  outcome: Type.Literal('activated'),
  months: Type.Integer(),
  expiresOn: Type.Union([day, Type.Null()]),
  profiles: Type.Integer(),
});

const loadedDocuments = Type.Array(closed({ ...document.properties, loaded: Type.Boolean() }), { maxItems: 100 });
const settlement = closed({ ...command, mode, documents: loadedDocuments });
export type Settlement = Static<typeof settlement>;
const settled = closed({
  /** Profiles that are loaded and expired at once, because the quota that was set aside for them is gone. */
  activationFailed: Type.Integer(),
  /** Documents that another request of the corporation made active first. */
  present: Type.Array(document),
});
export type Settled = Static<typeof settled>;
const reprocessed = closed({
  /** Refreshed, but their monitoring stays as it was: the months that were set aside are gone. */
  refused: Type.Array(closed({ ...document.properties, reason: Type.Enum([...reprocessRefusals]) })),
});

const preview = Type.Union([
  closed({ operation: Type.Literal('load'), corporationId: uuid, docType, taxIds, mode, months: Type.Optional(months) }),
  closed({ operation: Type.Literal('reprocess'), corporationId: uuid, taxIds: reprocess.properties.taxIds, months: Type.Optional(months) }),
  closed({ operation: Type.Literal('activate'), corporationId: uuid, documents, months: Type.Optional(months) }),
]);
const previewed = closed({
  kind: Type.Union([Type.Enum([...contractKinds]), Type.Null()]),
  refusal: Type.Union([closed({ reason: Type.Enum([...refusals]), fittingMonths: Type.Integer() }), Type.Null()]),
  documents: Type.Array(
    closed({
      taxId: Type.String(),
      action: Type.Enum(['load', 'refresh', 'activate', 'none']),
      /** Why nothing would be done about it. */
      reason: Type.Union([Type.Enum([...reprocessRefusals, 'already_in_portfolio']), Type.Null()]),
      returned: Type.Integer(),
      deducted: Type.Integer(),
      expiresOn: Type.Union([day, Type.Null()]),
    }),
  ),
  returned: Type.Integer(),
  deducted: Type.Integer(),
  availableBefore: Type.Integer(),
  availableAfter: Type.Integer(),
  fittingMonths: Type.Integer(),
  /** Of the month that is paid whole, how many days are left. */
  daysLeftOfThisMonth: Type.Integer(),
  /** At most: which documents others have loaded already is not told. */
  documentChargesAtMost: closed({ documents: Type.Integer(), cents: Type.Integer() }),
});
export type Preview = Static<typeof previewed>;

const statementLine = closed({
  seq: Type.Integer(),
  enteredAt: Type.String(),
  kind: Type.String(),
  rule: Type.String(),
  months: Type.Integer(),
  profiles: Type.Union([Type.Integer(), Type.Null()]),
  document: Type.Union([document, Type.Null()]),
  /** YYYY-MM */
  firstMonth: Type.Union([Type.String(), Type.Null()]),
  lastMonth: Type.Union([Type.String(), Type.Null()]),
  commandId: uuid,
  actor: Type.String(),
  reason: Type.Union([Type.String(), Type.Null()]),
  after: quota,
});
export type StatementLine = Static<typeof statementLine>;
const ownContract = { corporationId: uuid, contractId: uuid };

const charge = closed({
  ...document.properties,
  priceCents: Type.Integer(),
  chargedAt: Type.String(),
  contractId: Type.Union([uuid, Type.Null()]),
});
export type DocumentCharge = Static<typeof charge>;

const forecast = closed({
  contractId: uuid,
  endsOn: day,
  quota,
  /** Paid months by calendar month (YYYY-MM), from the current one to the end of the contract. */
  months: Type.Array(closed({ month: Type.String(), profiles: Type.Integer(), lapsing: Type.Integer() })),
  /** To carry every monitoring that is live to the end of the contract. */
  monthsToCarryAll: Type.Integer(),
  /** What would be left and die with the contract if all were carried; negative when it does not reach. */
  surplus: Type.Integer(),
});
export type Forecast = Static<typeof forecast>;

const alert = closed({
  contractId: uuid,
  kind: Type.String(),
  crossing: Type.String(),
  facts: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  raisedAt: Type.String(),
});
export type QuotaAlert = Static<typeof alert>;

const drift = closed({ contractId: uuid, what: Type.String(), detail: Type.String() });
export type Drift = Static<typeof drift>;

const who = { actor: Type.String({ minLength: 1, maxLength: 200 }), reason: Type.String({ minLength: 1, maxLength: 200 }) };

export const billingMessages = {
  'contracts.create': request(
    'billing',
    closed({ ...terms, excludedSections: Type.Optional(excludedSections), documentPriceCents: Type.Optional(priceCents) }),
    contract,
  ),
  'contracts.list': request('billing', closed({ corporationId: uuid }), closed({ contracts: Type.Array(contract) })),
  /** Another end of a contract that has not ended. Whole months beyond an earlier end go back to the quota. */
  'contracts.amend': request('billing', closed({ commandId: uuid, contractId: uuid, endsOn: day, ...who }), contract),
  /** More months, or fewer (negative). `revokeHolds` takes them even where they are set aside for loads under way. */
  'quota.adjust': request(
    'billing',
    closed({ commandId: uuid, contractId: uuid, months: Type.Integer(), revokeHolds: Type.Optional(Type.Boolean()), ...who }),
    contract,
  ),
  /** Asked before any source is, and only for monitoring under a one-time plan. A refusal stays one for its request id. */
  'quota.reserve': request('billing', reservation, Type.Union([reserved, refusal])),
  /** Asked before any source is asked for a forced update. One verdict for each document, in the order of the request. */
  'reprocess.reserve': request('billing', reprocess, closed({ documents: Type.Array(reprocessVerdict) })),
  /** Monitoring for profiles that are expired or in query mode, with the data that is there: all of them or none. */
  'access.activate': request('billing', activation, Type.Union([activated, refusal])),
  /** What a command would do and cost, worked out by the same code and then undone. */
  'quota.preview': request('billing', preview, previewed),
  'quota.statement': request(
    'billing',
    closed({ ...ownContract, afterSeq: Type.Optional(Type.Integer({ minimum: 0 })) }),
    closed({ opening: quota, lines: Type.Array(statementLine), closing: quota, more: Type.Boolean() }),
  ),
  'quota.forecast': request('billing', closed({ corporationId: uuid }), closed({ forecast: Type.Union([forecast, Type.Null()]) })),
  'quota.alerts': request('billing', closed({ corporationId: uuid }), closed({ alerts: Type.Array(alert) })),
  /** The charges of one corporation for documents that were new on the platform; days in Lima, both included. */
  'charges.list': request(
    'billing',
    closed({ corporationId: uuid, from: day, to: day }),
    closed({ charges: Type.Array(charge), totalCents: Type.Integer() }),
  ),
  /** Replays every ledger through the model and compares; empty when nothing has drifted. */
  'billing.verify': request('billing', closed({}), closed({ contracts: Type.Integer(), drifts: Type.Array(drift) })),
  'access.open': event('billing', closed({ ...command, mode, documents: Type.Array(document, { maxItems: 100 }) })),
  'access.settle': event('billing', settlement, settled),
  /** How the refreshes of a forced update ended, document by document. */
  'reprocess.settle': event('billing', closed({ ...command, documents: loadedDocuments }), reprocessed),
};
