import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readExchange } from '../../src/sources/connector/read-exchange.js';
import { compileExpression } from '../../src/sources/providers/expressions.js';
import type { Reading } from '../../src/sources/providers/http-provider.js';

const stamp = { sourceVersion: 'v1/2026-03', observedAt: '2026-03-10T12:00:00.000Z' };
const asked = { source: 'deuda_coactiva', docType: 'RUC', taxId: '20990000019', ruc: '20990000019' };
const plain: Reading = { statuses: { empty: [], not_contracted: [402, 403], unknown_taxpayer: [404] }, answer: {}, secrets: [] };

const read = (status: number, body: string | Buffer | object, headers: Record<string, string> = {}, reading = plain) => {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return readExchange({ status, headers, body: bytes }, reading, asked);
};

describe('the outcome of an answer', () => {
  it('is its data, or empty', async () => {
    expect(await read(200, { ...stamp, data: { monto: 1 }, extra: true })).toEqual({ outcome: 'data', data: { monto: 1 }, ...stamp });
    expect(await read(200, { ...stamp, data: {} })).toEqual({ outcome: 'data', data: {}, ...stamp });
    const marked = `\uFEFF${JSON.stringify({ ...stamp, data: { nombre: 'MUÑOZ' } })}`;
    expect(await read(200, marked)).toEqual({ outcome: 'data', data: { nombre: 'MUÑOZ' }, ...stamp });
    expect(await read(200, { ...stamp, data: null })).toEqual({ outcome: 'empty', ...stamp });
  });

  it.each([
    [404, { outcome: 'unknown_taxpayer' }],
    [402, { outcome: 'not_contracted' }],
    [403, { outcome: 'not_contracted' }],
    [500, { outcome: 'failed', reason: 'source_error' }],
    [503, { outcome: 'failed', reason: 'source_error' }],
    [401, { outcome: 'failed', reason: 'source_error' }],
    [204, { outcome: 'failed', reason: 'source_error' }],
    [301, { outcome: 'failed', reason: 'source_error' }],
  ])('is decided by status %d, whatever the body says', async (status, answer) => {
    expect(await read(status, { ...stamp, data: { monto: 1 } })).toMatchObject(answer);
    expect(await read(status, '<html>')).toMatchObject(answer);
  });

  it.each([
    ['2', 2_000],
    ['0', 0],
    ['soon', undefined],
    ['99999999999999999999', 86_400_000],
    ['Fri, 31 Dec 2199 23:59:59 GMT', 86_400_000],
  ])('at 429 has the delay of Retry-After: %j', async (retryAfter, retryAfterMs) => {
    const waits = retryAfterMs === undefined ? {} : { retryAfterMs };
    expect(await read(429, '', { 'retry-after': retryAfter })).toEqual({ outcome: 'failed', reason: 'rate_limited', ...waits });
  });

  it('at 429 has no delay without Retry-After', async () => {
    expect(await read(429, '')).toEqual({ outcome: 'failed', reason: 'rate_limited' });
  });

  it.each([
    ['empty', ''],
    ['half of a JSON text', JSON.stringify({ ...stamp, data: {} }).slice(0, -2)],
    ['a page of HTML', '<!doctype html><title>Mantenimiento</title>'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a list as data', { ...stamp, data: [] }],
    ['a text as data', { ...stamp, data: 'x' }],
    ['no data', { ...stamp }],
    ['no version', { observedAt: stamp.observedAt, data: {} }],
    ['an empty version', { ...stamp, sourceVersion: '', data: {} }],
    ['a local time', { ...stamp, observedAt: '2026-03-10T12:00:00', data: {} }],
    ['a day that does not exist', { ...stamp, observedAt: '2026-02-30T12:00:00Z', data: {} }],
    ['of the year 0', { ...stamp, observedAt: '0000-02-01T12:00:00Z', data: {} }],
    ['a NUL in its data', { ...stamp, data: { nombres: ['x', 'a\0b'] } }],
    ['half of a surrogate pair in the name of a field', { ...stamp, data: { inner: { '\ud800': 1 } } }],
    ['a NUL in its version', { ...stamp, sourceVersion: 'v\0', data: null }],
    [
      'nested deeper than the stack, with a NUL at its end',
      `{"sourceVersion":"v","observedAt":"${stamp.observedAt}","data":{"a":${'['.repeat(5_000)}"\\u0000"${']'.repeat(5_000)}}}`,
    ],
    ['nested too deep', `{"sourceVersion":"v","observedAt":"${stamp.observedAt}","data":{"a":${'['.repeat(200)}${']'.repeat(200)}}}`],
    ['in Latin-1', Buffer.from(JSON.stringify({ ...stamp, data: { nombre: 'MUÑOZ' } }), 'latin1')],
    ['other bytes than UTF-8', Buffer.from([0xff, 0xfe, 0x7b])],
  ])('is malformed: %s', async (_what, body) => {
    expect(await read(200, body)).toMatchObject({ outcome: 'failed', reason: 'malformed' });
  });

  it('is never an exception', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 100, max: 599 }),
        fc.oneof(fc.json(), fc.string()),
        fc.string(),
        async (status, body, retryAfter) => {
          expect(await read(status, body, { 'retry-after': retryAfter })).toHaveProperty('outcome');
        },
      ),
    );
  });
});

describe('the outcome of an answer in another format', () => {
  const expressions = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, compileExpression(text)]));
  const through = (texts: Record<string, string>, body: string | object) =>
    read(200, body, {}, { ...plain, answer: expressions({ sourceVersion: '"bureau"', observedAt: '"2026-03-10T12:00:00Z"', ...texts }) });
  const stamped = { sourceVersion: 'bureau', observedAt: '2026-03-10T12:00:00Z' };

  it('is the result of its expressions', async () => {
    const data = '{ "deudas": [items.{ "acreedor": creditor, "monto": amount / 100 }] }';
    const one = { items: [{ creditor: 'Luz', amount: 1050, secret: true }] };
    expect(await through({ data }, one)).toEqual({ outcome: 'data', data: { deudas: [{ acreedor: 'Luz', monto: 10.5 }] }, ...stamped });
    expect(await through({ data }, { items: [] })).toEqual({ outcome: 'data', data: { deudas: [] }, ...stamped });
    expect(await through({ data: 'found ? data : null' }, { found: false })).toEqual({ outcome: 'empty', ...stamped });
    expect(await through({ data: '{ "n": $count($) }' }, [1, 2])).toEqual({ outcome: 'data', data: { n: 2 }, ...stamped });
  });

  it.each<[read: string, value: unknown, data: unknown]>([
    ['$day', '01/03/2026', '01/03/2026'],
    ['$day', ' 2026-03-01 ', '01/03/2026'],
    ...['-', '', 'NE', 'marzo 2026'].map((text): [string, unknown, unknown] => ['$day', text, null]),
    ['$figure', '1234', 1_234],
    ['$figure', '1,234', 1_234],
    ['$figure', '1,234,567', 1_234_567],
    ...['1.234', '12,34', '12 personas', '1234567890', -1].map((text): [string, unknown, unknown] => ['$figure', text, text]),
    ...['-', '', 'NE', null].map((text): [string, unknown, unknown] => ['$figure', text, null]),
  ])('has a value of a register that %s reads from %j as %j', async (read, value, data) => {
    expect(await through({ data: `{ "value": ${read}(value) }` }, { value })).toMatchObject({ data: { value: data } });
  });

  it.each([
    ['that is not there', { data: 'nothing.here' }, '/'],
    ['that is a list', { data: '[1, 2]' }, '/data'],
    ['that is a function', { data: 'function($x) { $x }' }, 'data: no JSON'],
    ['that throws', { data: '$number(name)' }, 'data: D3030'],
    ['that never ends', { data: '($f := function($n) { $f($n + 1) }; $f(0))' }, 'data: D1012'],
    // On a busy machine the limit of time ends it before the limit of depth.
    ['that recurses without end', { data: '($f := function($n) { 1 + $f($n + 1) }; $f(0))' }, 'data: D101[12]'],
    ['that grows without end', { data: '{ "list": [1..9000000] }' }, 'data: D2015'],
    ['with a day for an instant', { data: '{}', observedAt: '"10/03/2026"' }, '/observedAt'],
  ])('is malformed with a value %s', async (_what, texts, place) => {
    const answer = await through(texts, { name: 'CANARY-4711' });
    expect(answer).toMatchObject({ outcome: 'failed', reason: 'malformed', detail: expect.stringMatching(place) });
    expect(JSON.stringify(answer)).not.toContain('CANARY');
  });

  const telling = (outcome: string, status: number, body: string | object, texts = {}) =>
    read(status, body, {}, { ...plain, outcome: compileExpression(outcome), answer: expressions(texts) });

  it('is decided by its body and its status together, before its data is read', async () => {
    const outcome = `success ? 'data' : message = 'nobody' ? 'empty' : $status = 422 ? 'unknown_taxpayer' : $status = 403 ? 'not_contracted' : $status = 200 ? 'failed'`;
    const tell = (status: number, body: string | object) =>
      telling(outcome, status, body, { data: 'data', sourceVersion: '"b"', observedAt: '$now()' });
    expect(await tell(200, { success: true, data: { a: 1 } })).toMatchObject({ outcome: 'data', data: { a: 1 }, sourceVersion: 'b' });
    expect(await tell(200, { success: false, message: 'nobody' })).toMatchObject({ outcome: 'empty', sourceVersion: 'b' });
    expect(await tell(422, { message: 'ruc no valido' })).toEqual({ outcome: 'unknown_taxpayer' });
    expect(await tell(403, { message: 'plan' })).toEqual({ outcome: 'not_contracted' });
    expect(await tell(200, { success: false, message: 'token' })).toMatchObject({ outcome: 'failed', reason: 'source_error' });
    expect(await tell(200, '<!doctype html><title>guard</title>')).toMatchObject({ reason: 'malformed', detail: 'a page instead of JSON' });
    expect(await tell(503, '<html>')).toMatchObject({ reason: 'source_error' });
    expect(await tell(404, { message: 'no route' })).toEqual({ outcome: 'unknown_taxpayer' });
    expect(await tell(429, { message: 'slow down' })).toEqual({ outcome: 'failed', reason: 'rate_limited' });
    expect(await telling('"perhaps"', 200, {})).toMatchObject({ reason: 'malformed', detail: 'outcome: is no outcome' });
    expect(await telling('$error("CANARY")', 200, {})).toMatchObject({ reason: 'malformed', detail: 'outcome: D3137' });
  });

  it('can depend on the question and on the day', async () => {
    const data = '{ "of": $asked.ruc, "kind": $asked.docType, "source": $asked.source, "month": $substring($today, 0, 7) }';
    const answer = await through({ data }, {});
    expect(answer).toMatchObject({
      data: { of: '20990000019', kind: 'RUC', source: 'deuda_coactiva', month: expect.stringMatching(/^20\d\d-\d\d$/) },
    });
  });

  it('is malformed when the answer repeats our secret', async () => {
    const reading = { ...plain, secrets: ['CANARY"4711'] };
    const answer = await read(200, { ...stamp, data: { echo: 'key CANARY"4711' } }, {}, reading);
    expect(answer).toEqual({ outcome: 'failed', reason: 'malformed', detail: 'the answer repeats our secret' });
    expect(await read(200, { ...stamp, sourceVersion: 'CANARY"4711', data: {} }, {}, reading)).toMatchObject({ reason: 'malformed' });
  });

  it('is marked as simulated when the simulator answered', async () => {
    expect(await read(200, { ...stamp, data: { a: 1 }, simulated: true })).toMatchObject({ trail: { simulated: true } });
    expect(await read(200, { ...stamp, data: null, simulated: true })).toMatchObject({ outcome: 'empty', trail: { simulated: true } });
    expect(await read(200, { ...stamp, data: { simulated: true } })).not.toHaveProperty('trail');
  });

  it('can depend on its status alone', async () => {
    const statuses = { empty: [204, 404], not_contracted: [429], unknown_taxpayer: [410] };
    const at = (status: number) => read(status, '', { 'retry-after': '1' }, { ...plain, statuses });
    expect(await at(404)).toEqual({ outcome: 'empty', sourceVersion: 'status 404', observedAt: expect.stringMatching(/^20.*Z$/) });
    expect(await at(204)).toMatchObject({ outcome: 'empty' });
    expect(await at(429)).toEqual({ outcome: 'not_contracted' });
    expect(await at(410)).toEqual({ outcome: 'unknown_taxpayer' });
    expect(await at(403)).toMatchObject({ reason: 'source_error', detail: 'status 403' });
  });
});
