import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isJsonInUtf8, parseStrictJson } from '../../src/http/domain/strict-json.js';

interface Outcome {
  value?: unknown;
  code?: string | undefined;
}

function outcomeOf(parse: (text: string) => unknown, text: string): Outcome {
  try {
    return { value: parse(text) };
  } catch (error) {
    return { code: error instanceof SyntaxError ? 'body_not_json' : (error as { code?: string }).code };
  }
}

const refusal = (text: string) => outcomeOf(parseStrictJson, text).code;

const text = fc.string({ unit: 'binary' }).filter((one) => !one.includes('\0'));
const ofEveryObject = Object.getOwnPropertyNames(Object.prototype);
const key = text.filter((name) => ![...ofEveryObject, 'prototype'].includes(name));
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 7, depthSize: 'medium' },
    fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
/** Texts that are nearly JSON: pieces of it in any order. */
const scraps = fc.array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', '"a"', '"\\u0061"', '1', 'null', ' ', '\\"'), {
  maxLength: 24,
});

describe('strict JSON', () => {
  it('parses every allowed value like JSON.parse, however it is spaced', () => {
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 1, '\t', '\r\n '), (given, space) => {
        const text = JSON.stringify(given, null, space);
        expect(parseStrictJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('accepts nothing that JSON.parse refuses', () => {
    fc.assert(
      fc.property(
        scraps.map((pieces) => pieces.join('')),
        (text) => {
          const strict = outcomeOf(parseStrictJson, text);
          const ownReason = strict.code === 'body_duplicate_key' || strict.code === 'body_too_deep';
          expect(strict).toEqual(ownReason ? strict : outcomeOf(JSON.parse, text));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['at the root', (inner: string) => inner],
    ['in a list', (inner: string) => `[1,${inner}]`],
    ['in an object', (inner: string) => `{"OUTER":${inner}}`],
  ])('refuses a key that is repeated in one object, %s, but not in two objects', (_, within) => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,5}$/), fc.boolean(), (name, escaped) => {
        const again = escaped ? `"\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}"` : `"${name}"`;
        expect(refusal(within(`{"${name}":1,"{[,":{"${name}":"${name}"},${again}:2}`))).toBe('body_duplicate_key');
        expect(refusal(within(`{"${name}":{"${name}":1},"LIST":[{${again}:"${name}"},"${name}"]}`))).toBeUndefined();
      }),
    );
  });

  it.each([...ofEveryObject, 'prototype', '\\u005f_proto__'])('refuses the key %s at any depth', (name) => {
    expect(refusal(`{"a":[{"${name}":{}}]}`)).toBe('bad_request');
  });

  it.each([
    ['"\\u0000"', 'the body'],
    ['["\\ud800"]', '[0]'],
    ['{"a":"\\udfff\\ud800"}', 'a'],
    ['{"a":[1,{"b":"x\\u0000"}]}', 'a[1].b'],
    ['{"\\ud83d":1}', 'the name of a field'],
    ['{"a":[{"\\u0000":1}]}', 'the name of a field in a[0]'],
  ])('refuses a NUL or half of a surrogate pair, naming its place: %s', (text, place) => {
    const detail = `${place} must not contain a NUL or half of a surrogate pair`;
    expect(() => parseStrictJson(text)).toThrow(detail);
  });

  it('accepts a whole surrogate pair, however it is written', () => {
    expect(parseStrictJson('{"\ud83d\ude42":"\\ud83d\\ude42"}')).toEqual({ '\ud83d\ude42': '\ud83d\ude42' });
  });

  it('accepts strings that contain keys or brackets', () => {
    const text = '{"a":"{\\"a\\":[[[[[[[[[","b":["__proto__","a","a"],"c":"\\\\"}';
    expect(parseStrictJson(text)).toEqual(JSON.parse(text));
  });

  it('accepts eight levels of nesting, and not nine', () => {
    expect(refusal('['.repeat(8) + ']'.repeat(8))).toBeUndefined();
    expect(refusal('['.repeat(9) + ']'.repeat(9))).toBe('body_too_deep');
    expect(refusal('{"a":'.repeat(9))).toBe('body_too_deep');
  });

  it('accepts as many values as a body of 32 KiB has room for, and no more', () => {
    expect(refusal(`[${'1,'.repeat(16_382)}1]`)).toBeUndefined();
    expect(refusal(`[${','.repeat(32_766)}]`)).toBe('body_not_json');
    expect(refusal(`{"signature":[${'1,'.repeat(700_000)}1]}`)).toBe('bad_request');
  });

  it.each([
    ['quotes that never close', `"${'\\"'.repeat(128_000)}`],
    ['backslashes', '\\'.repeat(256_000)],
    ['brackets', '['.repeat(256_000)],
    ['commas', ','.repeat(256_000)],
  ])('quickly refuses 256 KiB of %s', (_, text) => {
    const before = process.cpuUsage();
    expect(refusal(text)).toMatch(/^(body_(not_json|too_deep)|bad_request)$/);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(3_000);
  });
});

describe('the type of a body', () => {
  it.each([
    'application/json',
    'Application/JSON; charset=UTF-8',
    'application/json;charset="utf-8"',
    'application/json;',
    'application/json; charset=utf-8; version=1',
    'application/json; profile="x"',
  ])('may be %s', (type) => {
    expect(isJsonInUtf8(type)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'text/plain',
    'application/jsonp',
    'application/json, text/plain',
    'application/json; charset=latin1',
    'application/json; charset = latin1',
    'application/json; charset=utf-8; charset=latin1',
  ])('is not %s', (type) => {
    expect(isJsonInUtf8(type)).toBe(false);
  });
});
