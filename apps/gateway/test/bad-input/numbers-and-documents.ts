import { casesOf, fromPanel, post, read, refusal, taken } from './cases.js';

const history = '/v2/perfiles/20990000019/historial';
const cursor = (text: string) => `${history}?cursor=${Buffer.from(text).toString('base64url')}`;
const sorts = { compliance: 'compliance', alerta: 'alert', exposicion: 'exposure', cambio: 'changed', carga: 'loaded' };
const portfolioAfter = (order: `${'' | '-'}${keyof typeof sorts}`, key: string) => {
  const sort = sorts[order.replace('-', '') as keyof typeof sorts];
  const after = Buffer.from(JSON.stringify([key, '20990000019', 'RUC', sort])).toString('base64url');
  return read(`/v2/portafolio?orden=${order}&cursor=${after}`);
};
const noPortfolioCursor = refusal('cursor must be the siguiente of an earlier page in the same order');
const notFound = { expect: [400, 404] };

/** Numbers beyond every integer, positions beyond every row, invalid ids. */
export const numbers = casesOf('numbers', [
  [read('/v2/cuota/estado-de-cuenta?desde_linea=99999999999999999999'), refusal('desde_linea')],
  [read('/v2/cuota/estado-de-cuenta?desde_linea=1e3'), refusal('desde_linea')],
  [read('/v2/cuota/estado-de-cuenta?desde_linea=999999999'), taken],
  [read('/v2/cuota/estado-de-cuenta?contrato=1'), notFound],
  [read('/v2/cuota/estado-de-cuenta?contrato=1&contrato=2'), notFound],
  [read(cursor('9999999999999999.999999999999999999')), taken],
  [read(cursor('99999999999999999.1')), refusal('cursor must be')],
  [read(cursor('1.1\u0000')), refusal('cursor must be')],
  ...['99999', '-32769', '1.5', '', ' 1'].map((rank): Parameters<typeof casesOf>[1][number] => [
    portfolioAfter('-compliance', rank),
    noPortfolioCursor,
  ]),
  [portfolioAfter('compliance', '3'), taken],
  ...['5', '6.1', '5.', '.910', '5.999999999', '5.9e1'].map((key): Parameters<typeof casesOf>[1][number] => [
    portfolioAfter('-alerta', key),
    noPortfolioCursor,
  ]),
  ...['5.910', '0.0'].map((key): Parameters<typeof casesOf>[1][number] => [portfolioAfter('alerta', key), taken]),
  [portfolioAfter('exposicion', '9999999999999999999'), noPortfolioCursor],
  [portfolioAfter('exposicion', '999999999999999999'), taken],
  [portfolioAfter('exposicion', '-1'), taken],
  ...['2026-02-30 00:00:00+00', '0000-01-01 00:00:00+00', '2026-01-01 24:00:00+00', '2026-01-01', '+infinity', 'xinfinity'].map(
    (instant): Parameters<typeof casesOf>[1][number] => [portfolioAfter('-cambio', instant), noPortfolioCursor],
  ),
  ...['2026-11-21 14:00:06.123456+00', '2026-11-21 14:00:06+00', 'infinity', '-infinity'].map(
    (instant): Parameters<typeof casesOf>[1][number] => [portfolioAfter('carga', instant), taken],
  ),
  [read('/panel/v1/portfolio?after=abc'), refusal('before and after must be the older and newer of an earlier page in the same order')],
  [read(`/panel/v1/loads?before=1-${'-'.repeat(36)}`), refusal('before is not well-formed')],
  [read(`/panel/v1/loads?after=1-${'0'.repeat(36)}`), refusal('after is not well-formed')],
  [read('/panel/v1/loads?before=9999999999999999-{unknown}&after=0-{unknown}'), taken],
  ...['audit', 'events', 'deliveries'].flatMap((list): Parameters<typeof casesOf>[1] => [
    [read(`/panel/v1/${list}?before=999999999999999999&after=0`), taken],
    [read(`/panel/v1/${list}?before=99999999999999999999`), refusal('before')],
    [read(`/panel/v1/${list}?limit=99999999999999999999`), refusal('limit')],
  ]),
  [read('/panel/v1/deliveries?configurationId=%27'), refusal('configurationId')],
  [read('/panel/v1/events?triggerId=trg_'), refusal('triggerId')],
  [read('/panel/v1/events?__proto__=1'), refusal('__proto__')],
]);

const forced = '/v2/perfiles/forzar-actualizacion';
const noDocument = (reason: string) => ({ expect: 200, messageContains: `{"taxId":"","reason":"${reason}"}` });

/** In a list each of them is an entry. */
export const impossibleDocuments = casesOf('documents', [
  [post(forced, { taxIds: ['', 'x'] }), noDocument('taxId is not a valid RUC, DNI or CE')],
  [post('/v2/perfiles/cargar-masivo', { taxIds: ['', 'x'], docType: 'CE' }), noDocument('taxId is not a valid CE')],
  [
    post('/v2/perfiles/cargar-masivo/simular', { taxIds: ['', 'x'], docType: 'DNI' }),
    { expect: 200, messageContains: '"motivo":"taxId is not a valid DNI"' },
  ],
  [post(forced, { taxIds: ['2'.repeat(41), '1', '20990000019'] }), { expect: 200, messageContains: 'taxId is not a valid RUC, DNI or CE' }],
  [post(forced, { taxIds: ['x'.repeat(20_000)] }), { expect: 200, messageContains: '"skipped":1' }],
]);

const reserved = [
  'X-Forwarded-For',
  'Forwarded',
  'Via',
  'X-Real-IP',
  'Cookie',
  'Sec-Fetch-Site',
  'Proxy-Authorization',
  'Metadata',
  'Metadata-Flavor',
  'X-aws-ec2-metadata-token-ttl-seconds',
];
const edit = (headers: string) => fromPanel('PATCH', '/webhooks/{webhook}', { headers });

/** Headers that would speak to a receiver in the name of a proxy, a browser or a cloud. */
export const webhookHeaders = casesOf('webhook-headers', [
  ...reserved.map((name): Parameters<typeof casesOf>[1][number] => [
    fromPanel('POST', '/webhooks', { url: 'https://receiver.example/hook', active: false, headers: JSON.stringify({ [name]: 'x' }) }),
    refusal(`the header ${name} is reserved`),
  ]),
  [edit('{"Cookie":"a=b"}'), refusal('the header Cookie is reserved')],
  [edit(JSON.stringify({ 'X-A': 'v'.repeat(2_000), 'X-B': 'v'.repeat(2_000), 'X-C': 'v'.repeat(200) })), refusal('4 KiB')],
  [edit(JSON.stringify({ 'X-A': '€'.repeat(10_500) })), refusal('headers must not be longer than 20000 bytes')],
  [edit('{"X-A":"1","X-A":"2"}'), refusal('the header X-A is given twice')],
]);
