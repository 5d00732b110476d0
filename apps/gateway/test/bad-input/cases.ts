import type { BadInput } from '../requests/bad-input.js';

type Expected = Pick<BadInput, 'expect' | 'messageContains'>;
type Request = Pick<BadInput, 'method' | 'path' | 'auth' | 'headers' | 'body' | 'rawBody' | 'versions'>;

const json = { 'content-type': 'application/json' };

/** A call of the API with a token. */
export function post(path: string, body: Record<string, unknown> | string): Request {
  const given = typeof body === 'string' ? { rawBody: body } : { body };
  return { method: 'POST', path, auth: 'valid', headers: json, ...given };
}

/** A call by a page of the panel with a signed-in user. */
export function fromPanel(method: string, path: string, body: Record<string, unknown>): Request {
  return { method, path: `/panel/v1${path}`, auth: 'session', headers: { ...json, origin: '{origin}' }, body };
}

export function read(path: string): Request {
  return { path, auth: path.startsWith('/panel') ? 'session' : 'valid' };
}

export function refusal(messageContains: string): Expected {
  return { expect: 400, messageContains };
}

export const taken: Expected = { expect: 200 };

/** Each is named by what it sends. */
export function casesOf(group: string, requests: [Request, Expected][]): BadInput[] {
  return requests.map(([request, expected], i) => {
    const sent = request.rawBody ?? JSON.stringify(request.body ?? '');
    return {
      id: `${group}-${i + 1}`,
      group,
      name: `${request.method ?? 'GET'} ${request.path} ${sent.slice(0, 80)}`,
      ...request,
      ...expected,
    };
  });
}
