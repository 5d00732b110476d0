import { exchange, type Answer } from './exchange.js';

export interface Said {
  status: number;
  message: string | undefined;
}

export const someDocument = '20990000019';

/** The status and message of an answer, for tests that look at nothing else. */
export function said({ status, text }: Answer): Said {
  return { status, message: (JSON.parse(text) as { message?: string }).message };
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

const json = { 'content-type': 'application/json' };
const load = JSON.stringify({ taxId: someDocument, docType: 'RUC' });
const bulkLoad = JSON.stringify({ taxIds: [someDocument], docType: 'RUC' });

const postJson = (url: string, path: string, headers: Record<string, string>, body: string) =>
  exchange(url, { method: 'POST', path, headers: { ...json, ...headers }, body });

/** One call of every endpoint that takes a token. */
export const callsWithToken: [string, (url: string, headers: Record<string, string>) => Promise<Answer>][] = [
  ...['v1', 'v2'].flatMap((version): (typeof callsWithToken)[number][] => [
    [`summary ${version}`, (url, headers) => exchange(url, { path: `/${version}/perfiles/${someDocument}/resumen`, headers })],
    [`refresh ${version}`, (url, headers) => exchange(url, { method: 'POST', path: `/${version}/autenticacion/refrescar-token`, headers })],
    [`load ${version}`, (url, headers) => postJson(url, `/${version}/perfiles/cargar`, headers, load)],
    [`trigger ${version}`, (url, headers) => postJson(url, `/${version}/webhook/perfiles/resumen`, headers, load)],
    [`bulk load ${version}`, (url, headers) => postJson(url, `/${version}/perfiles/cargar-masivo`, headers, bulkLoad)],
  ]),
  ['preview', (url, headers) => postJson(url, '/v2/perfiles/cargar/simular', headers, load)],
  ['bulk preview', (url, headers) => postJson(url, '/v2/perfiles/cargar-masivo/simular', headers, bulkLoad)],
  ...['contratos', 'estado-de-cuenta', 'pronostico', 'alertas', 'cargos?desde=2026-01-01&hasta=2026-01-31'].map(
    (report): (typeof callsWithToken)[number] => [report, (url, headers) => exchange(url, { path: `/v2/cuota/${report}`, headers })],
  ),
  ['history', (url, headers) => exchange(url, { path: `/v2/perfiles/${someDocument}/historial`, headers })],
];

export function readSummary(url: string, token: string, path = `/v1/perfiles/${someDocument}/resumen`): Promise<Answer> {
  return exchange(url, { path, headers: bearer(token) });
}

export function refreshToken(url: string, token: string): Promise<Answer> {
  return exchange(url, { method: 'POST', path: '/v1/autenticacion/refrescar-token', headers: bearer(token) });
}
