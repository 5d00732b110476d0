import { exchange, type Answer } from './exchange.js';
import { bearer } from './calls.js';

export interface Posting {
  token: string;
  key?: string;
  path?: string;
}

/** Posts a body and returns status, headers and the parsed answer. */
export async function post<Body = LoadSaid>(url: string, body: unknown, { token, key, path = '/v2/perfiles/cargar' }: Posting) {
  const answer: Answer = await exchange(url, {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...bearer(token), ...(key !== undefined && { 'idempotency-key': key }) },
    body: JSON.stringify(body),
  });
  return { ...answer, body: JSON.parse(answer.text) as Body };
}

interface LoadSaid {
  statusCode: number;
  message: string;
}

export interface BulkSaid extends LoadSaid {
  results: { successful: number; failed: number; skipped: number; errors: { taxId: string; reason: string }[] };
}

export const bulk = '/v2/perfiles/cargar-masivo';
