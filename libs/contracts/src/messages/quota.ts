import { Type, type Static } from 'typebox';
import { closed, group } from '../schema/fields.js';
import { event, request } from './definition.js';
import { refusal, reprocessRefusal } from '../errors/refusals.js';
import { day, docType, document, mode, months, origin, taxId, uuid } from '../schema/vocabulary.js';

const refused = closed({ outcome: Type.Literal('refused'), refusal });

const taxIds = Type.Array(taxId, { minItems: 1, maxItems: 100 });
export const documents = Type.Array(document, { minItems: 1, maxItems: 100 });
const asked = { requestId: uuid, corporationId: uuid };
const command = { ...asked, origin };
const reservation = closed({ ...command, docType, taxIds, months: Type.Optional(months) });
const reserved = closed({
  outcome: Type.Literal('reserved'),
  /** For each profile. */
  months: Type.Integer(),
  expiresOn: day,
  /** Documents that the corporation already has or is loading: no months were set aside for them. */
  present: Type.Array(taxId),
});

export const reprocess = closed({
  ...command,
  taxIds: Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 100 }),
  months: Type.Optional(months),
});
const reprocessVerdict = Type.Union([
  closed({
    outcome: Type.Literal('refresh'),
    taxId: Type.String(),
    docType,
    returned: Type.Integer(),
    deducted: Type.Integer(),
    expiresOn: Type.Union([day, Type.Null()]),
  }),
  closed({ outcome: Type.Literal('refused'), taxId: Type.String(), refusal: reprocessRefusal }),
]);
export type ReprocessVerdict = Static<typeof reprocessVerdict>;

const activation = closed({ ...command, documents, months: Type.Optional(months) });
const activated = group('ActivatedMonitoring', {
  outcome: Type.Literal('activated'),
  months: Type.Integer({ description: 'months taken from the quota for each profile; 0 under a monthly plan' }),
  expiresOn: Type.Union([day, Type.Null()], {
    description: 'last day of the monitoring, in Lima; null: no end date, under a monthly plan',
  }),
  profiles: Type.Integer({ description: 'number of profiles whose monitoring began' }),
});

const loadedDocuments = Type.Array(closed({ ...document.properties, loaded: Type.Boolean() }), { maxItems: 100 });
const settlement = closed({
  ...command,
  mode,
  documents: loadedDocuments,
  /** The day on which the request was accepted. Its contract and price apply. */
  acceptedOn: day,
});
export type Settlement = Static<typeof settlement>;
const settled = closed({
  /** Profiles that were loaded and expired at once, because the quota that was set aside for them is gone. */
  activationFailed: Type.Integer(),
  /** Documents that another request of the corporation made active first. */
  present: Type.Array(document),
});
export type Settled = Static<typeof settled>;
const reprocessed = closed({
  /** Documents that were refreshed but whose monitoring did not change, because the months that were set aside are gone. */
  refused: Type.Array(closed({ ...document.properties, refusal: reprocessRefusal })),
});

export const quotaMessages = {
  /**
   * Sent before any source is asked, and only for monitoring under a one-time plan. Names all documents of the request, whether in the
   * portfolio or not. A refusal is final for its request id.
   */
  'quota.reserve': request('billing', reservation, Type.Union([reserved, refused])),
  /** Sent before any source is asked for a forced update. One verdict per document, in the order of the request. */
  'reprocess.reserve': request('billing', reprocess, closed({ documents: Type.Array(reprocessVerdict) })),
  /** Starts monitoring, with the existing data, for profiles that are expired or in query mode: all of them or none. */
  'access.activate': request('billing', activation, Type.Union([activated, refused])),
  'access.open': event('billing', closed({ ...asked, mode, documents: Type.Array(document, { maxItems: 100 }) })),
  'access.settle': event('billing', settlement, settled),
  /** How the refreshes of a forced update ended, document by document. */
  'reprocess.settle': event('billing', closed({ ...asked, documents: loadedDocuments }), reprocessed),
};
