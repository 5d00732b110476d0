import { Type } from 'typebox';
import { reprocessRefusal } from '../errors/refusals.js';
import { docType, mode, months, uuid } from '../schema/vocabulary.js';
import { closed, group, nullable } from '../schema/fields.js';
import { answered, operation } from './operation.js';
import { pageOf } from './pages.js';

const ofLoads = { method: 'GET', openTo: 'colleague', tag: 'panel: acts' } as const;

const instant = Type.String({ format: 'date-time' });
const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const position = Type.String({ pattern: `^[0-9]{1,16}-${id}$` });
const count = Type.Integer({ minimum: 0 });

const request = {
  requestId: uuid,
  at: instant,
  kind: Type.Enum(['load', 'update'], { description: '`load`, or `update` for a forced update' }),
  actor: nullable(Type.String(), {
    description: '`user` with an email, or `credential` with an access key; null: not recorded',
  }),
  docType: nullable(docType, { description: 'document type of the request; null: a forced update, which names no type' }),
  mode: nullable(mode, { description: 'mode of the request; null: a forced update, which names no mode' }),
  months: nullable(months, { description: 'months of monitoring that were asked for; null: not given' }),
  state: Type.Enum(['loading', 'settling', 'finished']),
  counts: group('LoadCounts', { loading: count, loaded: count, skipped: count, failed: count }),
  activationFailed: Type.Integer({
    description: 'profiles loaded whose monitoring expired at once, because the quota was used up',
  }),
  onlyQueries: Type.Integer({
    description: 'documents of a load with monitoring that were skipped, and that you have only in query now',
  }),
};
const loadRequest = group('LoadRequest', request);

const item = group('LoadItem', {
  docType: nullable(docType, { description: 'document type of the profile; null: a forced update that did not load the document' }),
  taxId: Type.String(),
  state: Type.Enum(['loading', 'loaded', 'skipped', 'failed']),
  reason: nullable(Type.String(), { description: 'error code of a document that failed or was skipped; otherwise null' }),
  refusal: nullable(reprocessRefusal, { description: 'refusal behind the reason, with its figures; null: none' }),
  done: Type.Integer({ description: 'number of sources that have answered or ended without an answer' }),
  of: Type.Integer({ description: 'number of sources that the load asks; 0: no load, as for a refused document or fresh data' }),
  estado: nullable(Type.Enum(['succeeded', 'partial', 'failed']), {
    description: 'how the load of a loaded document ended; null: not loaded, or the stored data was fresh',
  }),
  access: nullable(Type.Enum(['pending', 'active', 'expired', 'failed']), {
    description: 'state of your right to read the profile now; null: none',
  }),
  mode: nullable(mode, { description: 'mode of that right; null: none' }),
  expiresAt: nullable(instant, { description: 'instant at which that right ends or ended; null: none, or without an end' }),
});

const requestExample = {
  requestId: '0b3f6a1e-5c0e-4d6a-9a57-3f1d2f1b6c11',
  at: '2026-11-21T15:00:00.000Z',
  kind: 'load' as const,
  actor: 'user ana@demo.example',
  docType: 'RUC' as const,
  mode: 'monitoring' as const,
  months: 6,
  state: 'loading' as const,
  counts: { loading: 1, loaded: 0, skipped: 0, failed: 0 },
  activationFailed: 0,
  onlyQueries: 0,
};

/** No fewer than a page sends of one list, and less than the limit of a request head. */
const others = Type.String({
  pattern: `^${id}(?:,${id}){0,149}$`,
  description: 'ids of further requests, separated by commas: a long list is sent as several requests',
});

export const loads = {
  list: operation({
    ...ofLoads,
    path: '/panel/v1/loads',
    summary: 'List the load requests of your corporation, from the dashboard and the API',
    query: closed({
      limit: Type.Optional(Type.String({ pattern: '^([1-9]|[1-9][0-9]|100)$', description: '1 to 100 rows; 25 when left out' })),
      before: Type.Optional(position),
      after: Type.Optional(position),
    }),
    answer: answered('one page', pageOf('LoadPage', 'loads', loadRequest), { loads: [requestExample], older: null, newer: null }),
  }),
  one: operation({
    ...ofLoads,
    path: '/panel/v1/loads/:requestId',
    summary: 'See the result of a request, document by document',
    params: closed({ requestId: uuid }),
    answer: answered(
      'the request and its documents',
      group('LoadDetail', {
        ...request,
        items: Type.Array(item),
      }),
      {
        ...requestExample,
        items: [
          {
            docType: 'RUC',
            taxId: '20990000019',
            state: 'loading',
            reason: null,
            refusal: null,
            done: 9,
            of: 17,
            estado: null,
            access: 'pending',
            mode: 'monitoring',
            expiresAt: null,
          },
        ],
      },
    ),
  }),
  file: operation({
    ...ofLoads,
    path: '/panel/v1/loads/:requestId.csv',
    summary: 'Download the result of a request, document by document, as CSV',
    params: closed({ requestId: uuid }),
    query: closed({ with: Type.Optional(others) }),
    answer: { file: true, mediaType: 'text/csv', description: 'CSV with every document, for a spreadsheet' },
    headers: { 'Content-Disposition': 'the name of the file' },
  }),
};
