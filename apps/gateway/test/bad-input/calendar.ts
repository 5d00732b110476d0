import { casesOf, fromPanel, read, refusal, taken } from './cases.js';

const noDay = (field: string) => refusal(`${field} must be a day, written YYYY-MM-DD, from 1900-01-01 to 2200-12-31`);
const noInstantIn = (field: string) =>
  refusal(`${field} must be an instant with a zone, written like 2026-12-31T23:59:59-05:00, from 1900-01-01 to 2200-12-31`);
const noInstant = noInstantIn('since');

const profile = '/v2/perfiles/20990000019';
const recover = (since: unknown) => fromPanel('POST', '/webhooks/{webhook}/recover', { since });
const recoverable = (since: string) => read(`/panel/v1/webhooks/{webhook}/recoverable?since=${since}`);

/** Texts that `Date` would accept or reinterpret. */
const noInstants = [
  '1',
  '0',
  '',
  ' ',
  '2026',
  '2026-11',
  '2026-11-20',
  '2026-11-20T00:00:00',
  '2026-11-20T00:00Z',
  '2026-11-20 00:00:00Z',
  '2026-11-20T00:00:00Z ',
  '2026-02-30T00:00:00Z',
  '2026-11-20T24:00:00Z',
  '2026-11-20T23:59:60Z',
  '2026-11-20T00:00:00+0500',
  '2026-11-20T00:00:00+16:00',
  '2026-11-20T00:00:00+25:00',
  '20261120T000000Z',
  'Fri, 20 Nov 2026 00:00:00 GMT',
  '0000-01-01T00:00:00Z',
  '1899-12-31T23:59:59Z',
  '2201-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  'null',
];

/** Invalid days and instants, and valid ones at the limits. */
export const calendar = casesOf('calendar', [
  [read('/v2/cuota/cargos?desde=0000-01-01&hasta=2026-01-01'), refusal('desde must be a day')],
  [read('/v2/cuota/cargos?desde=1899-12-31&hasta=2026-01-01'), refusal('desde must be a day')],
  [read('/v2/cuota/cargos?desde=2026-01-01&hasta=2201-01-01'), refusal('hasta must be a day')],
  [read('/v2/cuota/cargos?desde=2026-01-01&hasta=9999-12-31'), refusal('hasta must be a day')],
  [read('/v2/cuota/cargos?desde=-000001-01-01&hasta=2026-01-01'), refusal('desde must be a day')],
  [read('/v2/cuota/cargos?desde=%D9%A2%D9%A0%D9%A2%D9%A6-01-01&hasta=2026-01-01'), refusal('desde must be a day')],
  [read('/v2/cuota/cargos?desde=1900-01-01&hasta=2200-12-31'), taken],
  [read(`${profile}/historial?desde=0000-01-01`), noDay('desde')],
  [read(`${profile}/historial?hasta=9999-12-31`), noDay('hasta')],
  [read(`${profile}/historial?desde=1900-01-01&hasta=2200-12-31`), taken],
  [read(`${profile}/historial?desde=2026-12-01&hasta=2026-01-01`), refusal('desde must not be after hasta')],
  [read('/panel/v1/profiles/RUC/20990000019/history?desde=2026-12-01&hasta=2026-01-01'), refusal('desde must not be after hasta')],
  [read(`${profile}/resumen?fecha=0000-01-01`), noDay('fecha')],
  [read('/v1/perfiles/20990000019/resumen?fecha=0000-01-01'), noDay('fecha')],
  [read(`${profile}/resumen?fecha=1900-01-01`), { expect: 404 }],

  ...noInstants.map((since): Parameters<typeof casesOf>[1][number] => [recover(since), noInstant]),
  [recover(1), refusal('since must be string')],
  [recover('2200-12-31T23:59:59.999999-12:00'), taken],
  [recoverable('1'), noInstant],
  // A plus sign is a space in a query.
  [recoverable('2026-11-20T00:00:00+05:00'), noInstant],
  [recoverable('2026-11-20T00:00:00%2B05:00'), taken],
  [recoverable('1900-01-01T00:00:00Z'), taken],

  ...['audit', 'audit.csv'].flatMap((record): Parameters<typeof casesOf>[1] => [
    [read(`/panel/v1/${record}?from=0000-01-01T00:00:00Z`), noInstantIn('from')],
    [read(`/panel/v1/${record}?to=2201-01-01T00:00:00Z`), noInstantIn('to')],
    [read(`/panel/v1/${record}?from=1900-01-01T00:00:00Z&to=2200-12-31T23:59:59-12:00`), taken],
  ]),
  ...['portfolio', 'portfolio/counts', 'portfolio.csv'].flatMap((list): Parameters<typeof casesOf>[1] => [
    ...['2026-13-45.1.2', '2026-02-30.1.2', '0000-01-03.1.2', '2201-01-05.1.2'].map((move): Parameters<typeof casesOf>[1][number] => [
      read(`/panel/v1/${list}?moved=${move}`),
      refusal('moved must begin with a day, written YYYY-MM-DD, from 1900-01-01 to 2200-12-31'),
    ]),
    [read(`/panel/v1/${list}?moved=2026-11-16.1.6`), refusal('moved')],
    [read(`/panel/v1/${list}?moved=2200-12-31.1.2`), taken],
  ]),
]);
