import { describe, expect, it } from '@jest/globals';
import { unchanged } from '../../src/fuzz/changes.js';
import { problemsOf, type Call } from '../../src/fuzz/oracle.js';
import type { Answer } from '../../src/fuzz/request.js';
import { documents } from '../../src/fuzz/values.js';
import { readNote, writeNote } from './notes-document.js';

const noteId = '5b0f1f0c-1c1e-4a57-8d3e-7c9f6f1f2b22';
const call: Call = {
  operation: writeNote,
  credential: { name: 'token', role: 'client', owner: 'own', headers: {} },
  changes: [unchanged],
  draft: { path: {}, query: [], header: {}, body: { text: 'a', day: '2026-01-01' } },
  isForeign: false,
};
const answer = (status: number, body: unknown, more: Partial<Answer> = {}): Answer => {
  const headers = { 'x-correlation-id': noteId, 'cache-control': 'no-store' };
  return { status, contentType: 'application/json; charset=utf-8', headers, text: JSON.stringify(body), elapsedMs: 10, ...more };
};
const written = answer(200, { noteId, text: 'a' });
const error = (status: number, name: string, message: unknown) => answer(status, { statusCode: status, error: name, message });
const refused = error(400, 'Bad Request', 'text is too long');
const nobody = { name: 'nobody', role: 'nobody', owner: undefined, headers: {} } as const;

describe('the oracle of the fuzzer', () => {
  it.each<[string, Partial<Call>, Answer]>([
    ['a fault of the service', {}, error(500, 'Internal Server Error', 'unexpected error')],
    ['no answer', {}, { status: 0, contentType: '', headers: {}, text: 'no answer in 20000 ms', elapsedMs: 20_000 }],
    ['slower than 5 s', {}, { ...written, elapsedMs: 5_001 }],
    ['an undocumented status', {}, error(418, "I'm a Teapot", 'no coffee')],
    ['another content type than documented', {}, { ...written, contentType: 'text/html' }],
    ['another shape than documented', {}, answer(200, { noteId: 'x', text: 'a' })],
    ['a header that is not documented', {}, { ...written, headers: { ...written.headers, 'x-powered-by': 'coffee' } }],
    ['another header than documented', {}, { ...written, headers: {} }],
    ['another header than documented', {}, { ...written, headers: { 'x-correlation-id': '7' } }],
    ['no Allow with a 405', { draft: { ...call.draft, method: 'TRACE' } }, error(405, 'Method Not Allowed', 'use POST')],
    ['an error of another shape', {}, error(400, 'Bad Request', ['text is too long'])],
    ['an error of another shape', {}, error(400, 'Wrong', 'text is too long')],
    ['an error of another shape', {}, answer(400, { statusCode: 400, error: 'Bad Request', message: 'no', stack: 'at' })],
    ['an error of another shape', {}, { ...refused, text: '' }],
    ['allowed to somebody who may not', { credential: nobody }, written],
    ['something of another corporation was found', { operation: readNote, isForeign: true }, written],
    ['what must be refused was not', { changes: [{ ...unchanged, refusedWith: [400] }] }, written],
    ['what must be refused was not', { changes: [{ ...unchanged, refusedWith: [400] }] }, error(404, 'Not Found', 'not found')],
    [
      'a body that the document forbids was taken',
      { draft: { ...call.draft, body: { text: 'a'.repeat(101), day: '2026-01-01' } } },
      written,
    ],
    [
      'a parameter that the document forbids was taken',
      { operation: readNote, draft: { ...call.draft, query: [['limit', '0']] } },
      written,
    ],
  ])('reports %s', (rule, change, given) => {
    expect(Object.keys(problemsOf({ ...call, ...change }, given))).toContain(rule);
  });

  it.each<[string, Partial<Call>, Answer]>([
    ['an answer as documented', {}, written],
    ['a refusal', {}, refused],
    ['a refusal of what must be refused', { changes: [{ ...unchanged, refusedWith: [400] }] }, refused],
    [
      'a refusal of an unauthorised caller, whatever else is wrong',
      { credential: nobody, changes: [{ ...unchanged, refusedWith: [400] }] },
      error(401, 'Unauthorized', 'invalid token'),
    ],
    [
      'a refusal of another method with the allowed ones',
      { draft: { ...call.draft, method: 'TRACE' } },
      { ...error(405, 'Method Not Allowed', 'use POST'), headers: { allow: 'POST' } },
    ],
    ['nothing of another corporation', { operation: readNote, isForeign: true }, error(404, 'Not Found', 'not found')],
  ])('accepts %s', (_, change, given) => {
    expect(problemsOf({ ...call, ...change }, given)).toEqual({});
  });

  it('accepts a documented 502 only for the magic document without any answer', () => {
    const operation = { ...writeNote, responses: { ...writeNote.responses, 502: writeNote.responses[400]! } };
    const allFailed = error(502, 'Bad Gateway', 'no source could be read, and nothing was charged; try again later');
    const of = (taxId: string) => ({ ...call, operation, draft: { ...call.draft, body: { taxId } } });
    expect(problemsOf(of(documents.allSourcesFail), allFailed)).toEqual({});
    expect(problemsOf(of('20990000019'), allFailed)).toEqual({ 'a fault of the service': '502' });
    expect(problemsOf({ ...of(documents.allSourcesFail), operation: writeNote }, allFailed)).toHaveProperty(['a fault of the service']);
  });
});
