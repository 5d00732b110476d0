import { casesOf, fromPanel, post, read, refusal, taken } from './cases.js';

const halfPair = '\ud800';
const nul = 'a\u0000b';

const refusedAt = (field: string) => refusal(`${field} must not contain a NUL or half of a surrogate pair`);
const notEncoded = (place: string) => refusal(`${place} is not UTF-8 in percent encoding`);

const forced = '/v2/perfiles/forzar-actualizacion';
const load = '{"taxId":"20990000019","docType":"RUC","isMonitoring":false';

const settings: [field: string, body: Record<string, unknown>][] = [
  ['url', { url: `https://receiver.example/${halfPair}` }],
  ['name', { name: halfPair }],
  ['description', { description: nul }],
  ['headers', { headers: `{"x":"${halfPair}"}` }],
  ...['tokenUrl', 'clientId', 'clientSecret', 'audience', 'scope'].map((field): [string, Record<string, unknown>] => [
    `oauth.${field}`,
    { oauth: { tokenUrl: 'https://receiver.example/token', clientId: 'c', [field]: field === 'scope' ? nul : halfPair } },
  ]),
];

const unsigned = { auth: 'none' };

/** Text that PostgreSQL cannot store, in every place that accepts text. */
export const unkeepableText = casesOf('text', [
  [post('/v1/perfiles/cargar', { taxId: nul, docType: 'DNI' }), refusedAt('taxId')],
  [post('/v2/perfiles/cargar', `${load},"\\u0000":1}`), refusedAt('the name of a field')],
  [post('/v2/perfiles/cargar', `${load},"\\udc00":1}`), refusedAt('the name of a field')],
  [post('/v2/perfiles/cargar', { months: { a: [{ b: halfPair }] } }), refusedAt('months.a[0].b')],
  [post('/v1/perfiles/cargar-masivo', { taxIds: ['20990000019', halfPair], docType: 'RUC' }), refusedAt('taxIds[1]')],
  [post('/v2/perfiles/cargar-masivo/simular', { taxIds: [nul], docType: 'CE' }), refusedAt('taxIds[0]')],
  [post('/v2/webhook/perfiles/resumen', { taxId: halfPair, docType: 'CE' }), refusedAt('taxId')],
  [post(forced, { taxIds: ['20990000019', halfPair] }), refusedAt('taxIds[1]')],
  [post(forced, { taxIds: [nul] }), refusedAt('taxIds[0]')],
  [post(`${forced}/simular`, { taxIds: [nul] }), refusedAt('taxIds[0]')],
  [post(`${forced}/simular`, { taxIds: ['20990000019', halfPair] }), refusedAt('taxIds[1]')],

  [fromPanel('PATCH', '/users/{user}', { name: `Luz ${halfPair}` }), refusedAt('name')],
  [fromPanel('PATCH', '/users/{user}', { name: 'Luz \ud83d\ude42' }), taken],
  ...settings.flatMap(([field, body]): Parameters<typeof casesOf>[1] => [
    [fromPanel('POST', '/webhooks', { url: 'https://receiver.example/hook', ...body }), refusedAt(field)],
    [fromPanel('PATCH', '/webhooks/{webhook}', body), refusedAt(field)],
  ]),
  [fromPanel('POST', '/webhooks/{webhook}/recover', { since: halfPair }), refusedAt('since')],
  [fromPanel('POST', '/deliveries/{unknown}/signature-check', { signature: halfPair }), refusedAt('signature')],
  [fromPanel('POST', '/deliveries/{unknown}/signature-check', { signature: nul }), refusedAt('signature')],
  [{ ...fromPanel('POST', '/session', { email: 'ana@demo.example', password: halfPair }), ...unsigned }, refusedAt('password')],
  [fromPanel('PUT', '/password', { currentPassword: '{password}', newPassword: nul }), refusedAt('newPassword')],
  [{ ...fromPanel('PUT', '/password/by-link', { token: halfPair, newPassword: 'x' }), ...unsigned }, refusedAt('token')],

  [read('/panel/v1/webhooks/{webhook}/recoverable?since=%00'), refusedAt('since')],
  [read('/panel/v1/webhooks/{webhook}/recoverable?since=%ED%A0%80'), notEncoded('since')],
  [read('/panel/v1/events?limit=%'), notEncoded('limit')],
  [read('/panel/v1/audit?%FF=1'), notEncoded('the name of a parameter')],
  [read('/v2/cuota/cargos?desde=%zz&hasta=2026-01-01'), notEncoded('desde')],
  [read('/v2/cuota/cargos?desde=2026-01-01&hasta=2026-01-01&hasta=%00'), refusedAt('hasta')],
  [read('/v2/cuota/alertas?nobody+reads+this=%00'), refusedAt('nobody reads this')],
  [read('/v2/cuota/alertas?a%00=1'), refusedAt('the name of a parameter')],
  [read('/v2/perfiles/2099%000000019/historial'), refusedAt('the path')],
  [read('/v2/perfiles/%ED%A0%80/historial'), notEncoded('the path')],
  [read('/panel/v1/deliveries/%ff/attempts'), notEncoded('the path')],
  [read('/nowhere/%00'), refusedAt('the path')],
  [read('/nowhere/%'), notEncoded('the path')],
]);
