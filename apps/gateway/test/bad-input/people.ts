import { casesOf, fromPanel, read, refusal, taken } from './cases.js';

const view = { screen: 'portfolio', name: 'Alta', search: 'alert=5', isShared: false };

const unseen = ['', '   ', '\u202eevil'];
const noName = refusal('name is not well-formed');

/** Bad requests about users, credentials, views, webhooks and the record. */
export const people = casesOf('people', [
  ...unseen.flatMap((name): Parameters<typeof casesOf>[1] => [
    [fromPanel('PATCH', '/users/{user}', { name }), noName],
    [fromPanel('POST', '/users', { name, email: 'luz@prueba.example', role: 'member' }), noName],
    [fromPanel('POST', '/credentials', { name }), noName],
    [fromPanel('PATCH', '/credentials/{unknown}', { name }), noName],
    [fromPanel('POST', '/views', { ...view, name }), noName],
    [fromPanel('PATCH', '/views/{unknown}', { name }), noName],
    [fromPanel('PATCH', '/webhooks/{webhook}', { name }), noName],
  ]),
  [fromPanel('PATCH', '/users/{user}', { name: ' 李 \u2764\ufe0f Ñ\u00a0' }), taken],
  [fromPanel('POST', '/credentials', {}), refusal('name')],
  [fromPanel('POST', '/credentials', { name: 'x'.repeat(81) }), refusal('name')],
  [read('/panel/v1/credentials?todas=1'), refusal('unknown parameter todas')],
  [fromPanel('PATCH', '/credentials/{unknown}', { name: 7 }), refusal('name')],
  [fromPanel('PATCH', '/credentials/no%20key', { name: 'ERP' }), { expect: 404 }],
  [fromPanel('PATCH', '/credentials/{unknown}', { name: 'ERP' }), { expect: 404 }],
  [fromPanel('POST', '/views', { ...view, screen: '../x' }), refusal('screen is not well-formed')],
  [fromPanel('POST', '/views', { ...view, search: 'a b' }), refusal('search is not well-formed')],
  [fromPanel('POST', '/views', { ...view, ownerId: '{user}' }), refusal('unknown field ownerId')],
  [fromPanel('PATCH', '/views/{unknown}', {}), refusal('')],
  [fromPanel('PATCH', '/views/{unknown}', { name: 'Otra' }), { expect: 404 }],
  [read('/panel/v1/audit?from=2026-11-31T00:00:00Z'), refusal('from must be')],
  [read('/panel/v1/audit?action=User%20create'), refusal('action is not well-formed')],
  [read('/panel/v1/audit?userId=ana'), refusal('userId must be well-formed')],
  [read('/panel/v1/audit.csv?to=ayer'), refusal('to must be')],
  [read('/panel/v1/audit.csv?limit=5'), refusal('unknown parameter limit')],
  [read('/panel/v1/colleagues?role=admin'), refusal('unknown parameter role')],
]);
