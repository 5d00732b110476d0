import { Type, type Static, type TSchema } from 'typebox';
import { closed, group } from '../schema/fields.js';
import { contractKinds, quota } from './contracts.js';
import { request } from './definition.js';
import { documents, reprocess } from './quota.js';
import { refusal, reprocessRefusal } from '../errors/refusals.js';
import { day, docType, document, mode, months, taxId, uuid, writtenInstant } from '../schema/vocabulary.js';

/** May be empty if no document of a call can exist: the rest of the preview is still given. */
const upTo100 = <T extends TSchema>(item: T) => Type.Array(item, { maxItems: 100 });
const preview = Type.Union([
  closed({ operation: Type.Literal('load'), corporationId: uuid, docType, taxIds: upTo100(taxId), mode, months: Type.Optional(months) }),
  closed({
    operation: Type.Literal('reprocess'),
    corporationId: uuid,
    taxIds: upTo100(reprocess.properties.taxIds.items),
    months: Type.Optional(months),
  }),
  closed({ operation: Type.Literal('activate'), corporationId: uuid, documents, months: Type.Optional(months) }),
]);
const previewed = group('PreviewOfAct', {
  kind: Type.Union([Type.Enum([...contractKinds]), Type.Null()], { description: 'kind of the contract in force; null: none' }),
  refusal: Type.Union([refusal, Type.Null()], { description: 'why nothing would be loaded or activated; null: not refused as a whole' }),
  documents: Type.Array(
    group('PreviewOfDocument', {
      taxId: Type.String(),
      /** `keep`: it is in the portfolio already. */
      action: Type.Enum(['load', 'refresh', 'activate', 'keep', 'none']),
      refusal: Type.Union([reprocessRefusal, Type.Null()], { description: 'why the document would be refused; null: not refused' }),
      returned: Type.Integer({ description: 'months that would go back to the quota' }),
      deducted: Type.Integer({ description: 'months that would be taken from the quota' }),
      expiresAt: Type.Union([writtenInstant, Type.Null()], {
        description: 'instant at which the access would end; null: no end date, or nothing would be done',
      }),
    }),
  ),
  returned: Type.Integer({ description: 'months that would go back to the quota, for all documents' }),
  deducted: Type.Integer({ description: 'months that would be taken from the quota, for all documents' }),
  availableBefore: Type.Integer({ description: 'months available now' }),
  availableAfter: Type.Integer({ description: 'months that would be available afterwards' }),
  fittingMonths: Type.Integer({
    description: 'months from the current one to the end of the contract, whatever the quota; 0 without a one-time plan',
  }),
  daysLeftOfThisMonth: Type.Integer({ description: 'days left of the current month, today included; it is paid whole' }),
  /** An upper limit: the preview does not tell which documents other corporations have loaded. */
  documentChargesAtMost: group('ChargesAtMost', { documents: Type.Integer(), cents: Type.Integer() }),
});
export type Preview = Static<typeof previewed>;

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** The operations that move months: a client's call, an operator's action, or the contract itself. */
const operationKinds = ['contract', 'load', 'reprocess', 'activate', 'adjust', 'amend'] as const;
export type OperationKind = (typeof operationKinds)[number];
/** The call that caused it, if known. */
const call = { correlationId: orNull(Type.String()), idempotencyKey: orNull(Type.String()) };

/** What an entry of the ledger does with months. */
export const entryKinds = ['grant', 'adjust', 'hold', 'commit', 'void', 'return', 'deduct'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** The rule of the interface, or of the agreement, that an entry follows from. */
const entryRules = [
  'contract',
  'adjustment',
  'profiles x months',
  'rules 2 and 3',
  'rule 2',
  'rule 3',
  'contract shortened',
  'voided hold',
  'settled hold',
  'expired hold',
  'revoked hold',
] as const;
export type EntryRule = (typeof entryRules)[number];

const statementLine = group('LedgerLine', {
  seq: Type.Integer(),
  enteredAt: writtenInstant,
  /** Any string, and so is the rule: during an update billing may be newer than its readers. */
  kind: Type.String(),
  rule: Type.String(),
  months: Type.Integer(),
  profiles: Type.Union([Type.Integer(), Type.Null()], { description: 'number of profiles that the line concerns; null: none' }),
  document: Type.Union([document, Type.Null()], { description: 'document that the line concerns; null: not one document alone' }),
  firstMonth: Type.Union([Type.String(), Type.Null()], { description: 'first month that the line concerns, YYYY-MM; null: none' }),
  lastMonth: Type.Union([Type.String(), Type.Null()], { description: 'last month that the line concerns, YYYY-MM; null: none' }),
  commandId: uuid,
  actor: Type.String(),
  reason: Type.Union([Type.String(), Type.Null()], { description: 'reason that the operator gave; null: none' }),
  after: quota,
  /** All lines of one command are one operation. */
  operation: group('LedgerOperation', {
    kind: orNull(Type.Enum([...operationKinds])),
    /** The sum of what its lines so far changed in the available months. */
    monthsSoFar: Type.Integer(),
    ...call,
  }),
});
export type StatementLine = Static<typeof statementLine>;
const lineNumber = Type.Integer({ minimum: 0 });
const ownContract = { corporationId: uuid, contractId: uuid };

const charge = group('ChargedDocument', {
  ...document.properties,
  priceCents: Type.Integer(),
  chargedAt: writtenInstant,
  contractId: orNull(uuid),
  requestId: orNull(uuid),
  /** Who made the request. */
  actor: orNull(Type.String()),
  correlationId: orNull(Type.String()),
  idempotencyKey: orNull(Type.String()),
});
export type DocumentCharge = Static<typeof charge>;
/** Where a page of charges ended: the microsecond of the charge, and its document. */
export const chargePosition = /^[0-9]{1,16}-[0-9A-Za-z]{1,12}-[A-Z]{2,3}$/;
/** Days in Lima, both included. */
const charged = { corporationId: uuid, from: day, to: day, contractId: Type.Optional(uuid) };

const forecast = group('QuotaForecast', {
  contractId: uuid,
  endsOn: day,
  quota,
  /** Paid months by calendar month (YYYY-MM), from the current one to the end of the contract. */
  months: Type.Array(group('QuotaForecastMonth', { month: Type.String(), profiles: Type.Integer(), lapsing: Type.Integer() })),
  /** The months needed to carry every live monitoring to the end of the contract. */
  monthsToCarryAll: Type.Integer(),
  /** What would be left at the end of the contract if all were carried; negative if the quota is too small. */
  surplus: Type.Integer(),
});
export type Forecast = Static<typeof forecast>;

const alert = group('RaisedQuotaAlert', {
  contractId: uuid,
  kind: Type.String(),
  crossing: Type.String(),
  facts: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  raisedAt: writtenInstant,
});
export type QuotaAlert = Static<typeof alert>;

const drift = closed({ contractId: uuid, what: Type.String(), detail: Type.String() });
export type Drift = Static<typeof drift>;

export const quotaReportMessages = {
  /** What a command would do and cost, worked out by the same code and then rolled back. */
  'quota.preview': request('billing', preview, previewed),
  /**
   * A page of the ledger of one contract: all of it, or days in Lima, both included. The balances are those before the first and after the
   * last line of the page. A reader who sends `upToSeq` back with further pages sees nothing that was entered later.
   */
  'quota.statement': request(
    'billing',
    closed({
      ...ownContract,
      afterSeq: Type.Optional(lineNumber),
      upToSeq: Type.Optional(lineNumber),
      from: Type.Optional(day),
      to: Type.Optional(day),
    }),
    closed({
      opening: quota,
      lines: Type.Array(statementLine),
      closing: quota,
      more: Type.Boolean(),
      upToSeq: lineNumber,
    }),
  ),
  'quota.forecast': request(
    'billing',
    closed({ corporationId: uuid }),
    group('ForecastOfQuota', { forecast: Type.Union([forecast, Type.Null()]) }),
  ),
  'quota.alerts': request('billing', closed({ corporationId: uuid }), group('AlertsOfQuota', { alerts: Type.Array(alert) })),
  /** A page of what one corporation was charged for documents that were new to the platform; `next` is the `after` of the next page. */
  'charges.list': request(
    'billing',
    closed({ ...charged, after: Type.Optional(Type.String({ pattern: chargePosition.source })) }),
    closed({ charges: Type.Array(charge), totalCents: Type.Integer(), next: orNull(Type.String()) }),
  ),
  /** The total of all pages. */
  'charges.total': request('billing', closed(charged), closed({ charges: Type.Integer(), totalCents: Type.Integer() })),
  /** Replays every ledger through the model and compares the result; empty if nothing has drifted. */
  'billing.verify': request('billing', closed({}), closed({ contracts: Type.Integer(), drifts: Type.Array(drift) })),
};
