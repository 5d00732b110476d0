import { Type, type Static } from 'typebox';
import { contractKinds, quota } from './contracts.js';
import { closed, request } from './definition.js';
import { documents, refusals, reprocess, reprocessRefusals, taxIds } from './quota.js';
import { day, docType, document, mode, months, uuid } from './vocabulary.js';

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

export const quotaReportMessages = {
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
};
