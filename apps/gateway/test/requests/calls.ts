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

const load = { taxId: someDocument, docType: 'RUC' };
const bulkLoad = { taxIds: [someDocument], docType: 'RUC' };
const update = { taxIds: [someDocument] };

/** Every operation that takes a token, with the body or the query that it needs. */
const asked: [operation: string, needs?: { body?: object; query?: string }][] = [
  ['GET /v1/perfiles/{taxId}/resumen'],
  ['GET /v2/perfiles/{taxId}/resumen'],
  ['GET /v2/perfiles/{taxId}/historial'],
  ['POST /v1/autenticacion/refrescar-token'],
  ['POST /v2/autenticacion/refrescar-token'],
  ['POST /v1/perfiles/cargar', { body: load }],
  ['POST /v2/perfiles/cargar', { body: load }],
  ['POST /v2/perfiles/cargar/simular', { body: load }],
  ['POST /v1/perfiles/cargar-masivo', { body: bulkLoad }],
  ['POST /v2/perfiles/cargar-masivo', { body: bulkLoad }],
  ['POST /v2/perfiles/cargar-masivo/simular', { body: bulkLoad }],
  ['POST /v2/perfiles/forzar-actualizacion', { body: update }],
  ['POST /v2/perfiles/forzar-actualizacion/simular', { body: update }],
  ['POST /v1/webhook/perfiles/resumen', { body: load }],
  ['POST /v2/webhook/perfiles/resumen', { body: load }],
  ['GET /v2/portafolio'],
  ['GET /v2/portafolio/resumen'],
  ['GET /v2/cuota/contratos'],
  ['GET /v2/cuota/estado-de-cuenta'],
  ['GET /v2/cuota/pronostico'],
  ['GET /v2/cuota/alertas'],
  ['GET /v2/cuota/cargos', { query: 'desde=2026-01-01&hasta=2026-01-31' }],
];

/** A call of each. */
export const callsWithToken = asked.map(([operation, { body, query = '' } = {}]) => {
  const [method = '', template = ''] = operation.split(' ');
  const path = `${template.replace('{taxId}', someDocument)}${query && `?${query}`}`;
  const call = (url: string, headers: Record<string, string>): Promise<Answer> => {
    if (!body) return exchange(url, { method, path, headers });
    return exchange(url, { method, path, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
  };
  return [operation, call] as const;
});

export function readSummary(url: string, token: string, path = `/v1/perfiles/${someDocument}/resumen`): Promise<Answer> {
  return exchange(url, { path, headers: bearer(token) });
}

export function refreshToken(url: string, token: string): Promise<Answer> {
  return exchange(url, { method: 'POST', path: '/v1/autenticacion/refrescar-token', headers: bearer(token) });
}
