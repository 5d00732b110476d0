import { casesOf, fromPanel, read, refusal } from './cases.js';

const ruc = '/panel/v1/profiles/RUC/20990000019';
const documents = { docType: 'RUC', taxIds: ['20990000019'] };
const notOpen = { expect: 403 };
const operator = '/panel/v1/operator';
const corporation = '/corporations/{unknown}';
const contract = `${corporation}/contracts/{unknown}`;

/** What the screens of analysts and of operators ask, asked badly, and by somebody who is no operator. */
export const screens = casesOf('screens', [
  [read('/v2/portafolio?limite=x'), refusal('limite')],
  [read('/v2/portafolio/resumen?nadie=1'), refusal('unknown parameter nadie')],
  [read('/panel/v1/portfolio?sort=azar'), refusal('sort')],
  [read('/panel/v1/portfolio/counts?alert=nueve'), refusal('alert')],
  [read('/panel/v1/portfolio/risk?days=366'), refusal('days')],
  [read('/panel/v1/portfolio.csv?limit=5'), refusal('unknown parameter limit')],
  [read('/panel/v1/profiles/RUC/20990000010'), { expect: 404 }],
  [read('/panel/v1/profiles/PAS/20990000019'), { expect: 404 }],
  [read(`${ruc}/summary?fecha=2026-02-30`), refusal('fecha')],
  [read(`${ruc}/history?desde=ayer`), refusal('desde')],
  [fromPanel('POST', '/loads/preview', { ...documents, isMonitoring: 'si' }), refusal('isMonitoring')],
  [fromPanel('POST', '/loads', { ...documents, isMonitoring: true, months: 13 }), refusal('months')],
  [fromPanel('POST', '/loads', { docType: 'RUC', taxIds: [], isMonitoring: true }), refusal('taxIds')],
  [fromPanel('POST', '/updates/preview', {}), refusal('taxIds')],
  [fromPanel('POST', '/updates', { taxIds: 'todos' }), refusal('taxIds')],
  [fromPanel('POST', '/monitoring/preview', { documents: [] }), refusal('documents')],
  [fromPanel('POST', '/monitoring', { documents: [{ docType: 'RUC' }] }), refusal('taxId')],
  [read('/panel/v1/loads?limit=0'), refusal('limit')],
  [read('/panel/v1/loads/uno'), { expect: 404 }],
  [read('/panel/v1/contracts?todos=1'), refusal('unknown parameter todos')],
  [read('/panel/v1/quota/statement?desde=2026-13-01'), refusal('desde')],
  [read('/panel/v1/quota/statement.csv?contractId=uno'), refusal('contractId')],
  [read('/panel/v1/quota/forecast?contractId=uno'), refusal('')],
  [read('/panel/v1/quota/alerts?nadie=1'), refusal('unknown parameter nadie')],
  [read('/panel/v1/quota/charges?desde=2026-01-01'), refusal('hasta')],
  [read('/panel/v1/quota/charges.csv'), refusal('desde')],
  [read('/panel/v1/webhooks/warnings?nadie=1'), refusal('unknown parameter nadie')],
  [read('/panel/v1/webhooks/{webhook}/health?hours=169'), refusal('hours')],
  [read('/panel/v1/deliveries/una'), { expect: 404 }],
  [read(`${operator}/corporations`), notOpen],
  [fromPanel('PATCH', `/operator${corporation}`, { status: 'suspended' }), notOpen],
  [read(`${operator}${corporation}/contracts`), notOpen],
  [fromPanel('PATCH', `/operator${contract}`, { endsOn: '2030-12-31', reason: 'prueba' }), notOpen],
  [fromPanel('POST', `/operator${contract}/adjustments`, { months: 5, reason: 'prueba' }), notOpen],
  [read(`${operator}${contract}/statement`), notOpen],
  [read(`${operator}/users`), notOpen],
  [fromPanel('POST', '/operator/users', { email: 'ana@operador.example', name: 'Ana' }), notOpen],
  [fromPanel('PATCH', '/operator/users/{unknown}', { active: false }), notOpen],
  [fromPanel('POST', '/operator/users/{unknown}/password-link', {}), notOpen],
  [read(`${operator}${corporation}/users`), notOpen],
  [fromPanel('POST', `/operator${corporation}/users`, { email: 'ana@prueba.example', name: 'Ana', role: 'admin' }), notOpen],
  [read(`${operator}${corporation}/credentials`), notOpen],
  [fromPanel('POST', `/operator${corporation}/credentials`, { name: 'ERP' }), notOpen],
  [fromPanel('DELETE', `/operator${corporation}/credentials/{unknown}`, {}), notOpen],
  [read(`${operator}/audit`), notOpen],
  [read(`${operator}/audit.csv`), notOpen],
  [read(`${operator}/sources`), notOpen],
  [fromPanel('PUT', '/operator/sources/protestos/pause', { reason: 'prueba' }), notOpen],
  [read(`${operator}/queues`), notOpen],
  [read(`${operator}/lists`), notOpen],
  [fromPanel('POST', '/operator/verifications/ledgers', {}), notOpen],
]);
