import { Type } from 'typebox';
import { refusalReasons } from '../errors/refusals.js';
import { quotaReportMessages, type Preview } from '../messages/quota-reports.js';
import { quotaMessages } from '../messages/quota.js';
import { docType, document, mode, months, uuid, writtenInstant } from '../schema/vocabulary.js';
import { group, nullable } from '../schema/fields.js';
import { answered, operation, shown } from './operation.js';

const act = { method: 'POST', openTo: 'analyst', tag: 'panel: acts' } as const;
const preview = { ...act, openTo: 'colleague' } as const;
/** Done once per `Idempotency-Key`. The answer does not wait for the loads. */
const begun = { ...act, costly: true, status: 202 } as const;

const taxIds = Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { minItems: 1, maxItems: 100 });
const numberOfMonths = Type.Optional(months);
const [activated] = quotaMessages['access.activate'].reply.anyOf;

const load = shown(group('LoadToStart', { docType, taxIds, isMonitoring: Type.Optional(Type.Boolean()), months: numberOfMonths }), {
  docType: 'RUC',
  taxIds: ['20990000019'],
  months: 6,
});
const update = shown(group('UpdateToStart', { taxIds, months: numberOfMonths }), { taxIds: ['20990000019'] });
const documents = Type.Array(document, { minItems: 1, maxItems: 100 });
const monitoring = shown(group('MonitoringToActivate', { documents, months: numberOfMonths }), {
  documents: [{ docType: 'RUC', taxId: '20990000019' }],
});

const previewExample: Preview = {
  kind: 'one_time',
  refusal: null,
  documents: [{ taxId: '20990000019', action: 'load', refusal: null, returned: 0, deducted: 6, expiresAt: '2027-05-01T05:00:00.000Z' }],
  returned: 0,
  deducted: 6,
  availableBefore: 100,
  availableAfter: 94,
  fittingMonths: 14,
  daysLeftOfThisMonth: 10,
  documentChargesAtMost: { documents: 1, cents: 1005 },
};
const { reply: previewOfAct } = quotaReportMessages['quota.preview'];
const whatIsPreviewed = 'effect and cost of the call, computed by the code that charges; nothing was done';
const previewed = answered(whatIsPreviewed, previewOfAct, previewExample);
const previewOfLoad = group('PreviewOfLoad', {
  ...previewOfAct.properties,
  documents: Type.Array(
    group('PreviewOfLoadedDocument', {
      ...previewOfAct.properties.documents.items.properties,
      access: nullable(
        group('EarlierAccess', {
          state: Type.Enum(['pending', 'active', 'expired', 'failed'], {
            description: '`pending`: another request is loading the document',
          }),
          mode,
          expiresAt: nullable(writtenInstant, { description: 'instant at which it ends; null: without an end' }),
        }),
        { description: 'your right to read a document that would stay as it is; null: the document would not stay as it is' },
      ),
    }),
  ),
});
const accepted = answered('the request; its loads continue after the answer', group('StartedRequest', { requestId: uuid }), {
  requestId: '0b3f6a1e-5c0e-4d6a-9a57-3f1d2f1b6c11',
});

export const acts = {
  previewLoad: operation({
    ...preview,
    path: '/panel/v1/loads/preview',
    summary: 'See what loading up to 100 documents would cost',
    body: load,
    answer: answered(whatIsPreviewed, previewOfLoad, {
      ...previewExample,
      documents: previewExample.documents.map((document) => ({ ...document, access: null })),
    }),
    errors: ['document_invalid'],
  }),
  load: operation({
    ...begun,
    path: '/panel/v1/loads',
    summary: 'Load up to 100 documents',
    body: load,
    answer: accepted,
    errors: ['document_invalid', 'too_many_documents'],
  }),
  previewUpdate: operation({
    ...preview,
    path: '/panel/v1/updates/preview',
    summary: 'See what a forced update would cost',
    body: update,
    answer: previewed,
    errors: ['document_invalid'],
  }),
  update: operation({
    ...begun,
    path: '/panel/v1/updates',
    summary: 'Refresh up to 100 active profiles from every source',
    body: update,
    answer: accepted,
    errors: ['document_invalid', 'too_many_documents'],
  }),
  previewMonitoring: operation({
    ...preview,
    path: '/panel/v1/monitoring/preview',
    summary: 'See what monitoring up to 100 profiles would cost',
    body: monitoring,
    answer: previewed,
    errors: ['document_invalid', 'not_in_portfolio'],
  }),
  monitor: operation({
    ...act,
    costly: true,
    path: '/panel/v1/monitoring',
    summary: 'Monitor profiles that are in query mode or whose monitoring has expired: all of them or none',
    body: monitoring,
    answer: answered('months for each profile, and the last day of monitoring', activated, {
      outcome: 'activated',
      months: 6,
      expiresOn: '2027-04-30',
      profiles: 1,
    }),
    errors: ['document_invalid', 'not_in_portfolio', ...refusalReasons],
  }),
};
