import { casesOf, fromPanel, post, refusal } from './cases.js';

const v1Bulk = '/v1/perfiles/cargar-masivo';
const bodyPaths = [
  '/v1/perfiles/cargar',
  v1Bulk,
  '/v2/perfiles/cargar-masivo',
  '/v2/perfiles/cargar-masivo/simular',
  '/v2/perfiles/forzar-actualizacion',
  '/v1/webhook/perfiles/resumen',
];
/** JSON values that are not objects. */
const noObjects = [
  '[null]',
  '[]',
  '[[]]',
  '[{}]',
  '[{"taxIds":["20990000019"],"docType":"RUC"}]',
  'null',
  '0',
  '1',
  'true',
  '"x"',
  '""',
  '',
];
const noDocuments = [null, 20990000019, true, {}, [], ['20990000019']];

/** Bodies of the wrong type, as a whole or in a list entry, and bodies that are too large. */
export const wholeBodies = casesOf('whole-bodies', [
  ...bodyPaths.flatMap((path) =>
    noObjects.map((text): Parameters<typeof casesOf>[1][number] => [post(path, text), refusal('the body must be a JSON object')]),
  ),
  ...noObjects.map((text): Parameters<typeof casesOf>[1][number] => [
    { ...fromPanel('POST', '/webhooks', {}), body: undefined, rawBody: text },
    refusal('the body must be a JSON object'),
  ]),
  [post(v1Bulk, '{"taxIds":["20990000019"],"docType":"RUC","toString":1}'), refusal('unknown field toString')],
  [post(v1Bulk, { taxIds: ['x'.repeat(33_000)] }), { expect: 413, messageContains: 'the body is larger than 32 KiB' }],
  [
    fromPanel('POST', '/deliveries/{unknown}/signature-check', { signature: 'x', receivedBody: 'x'.repeat(1_500_000) }),
    { expect: 413, messageContains: 'the body is larger than 1.5 MB' },
  ],
  ...noDocuments.map((entry): Parameters<typeof casesOf>[1][number] => [
    post(v1Bulk, { taxIds: ['20990000019', entry], docType: 'RUC' }),
    refusal('taxIds must be a list of document numbers'),
  ]),
]);
