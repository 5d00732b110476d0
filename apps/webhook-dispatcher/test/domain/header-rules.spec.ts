import { describe, expect, it } from '@jest/globals';
import { checkHeaders } from '../../src/domain/header-rules.js';

const check = (text: string, hasOAuth = false) => checkHeaders(text, { hasOAuth });

describe('custom headers', () => {
  it('keep their case and their values', () => {
    expect(check('{"X-Api-Key":"abc 1~","x_2":""}')).toEqual({ ok: true, headers: { 'X-Api-Key': 'abc 1~', x_2: '' } });
    expect(check('{}')).toEqual({ ok: true, headers: {} });
  });

  it.each(['', 'nonsense', '[]', '"x"', 'null', '12', '{"a":"b"'])('must be a JSON object, unlike %j', (text) => {
    expect(check(text)).toEqual({ ok: false, reason: 'the headers must be a JSON object' });
  });

  it.each([
    'Host',
    'content-type',
    'CONTENT-LENGTH',
    'Content-Encoding',
    'Transfer-Encoding',
    'connection',
    'Proxy-Authorization',
    'X-Service-Signature',
    'x-service-anything',
    'Webhook-Id',
    'webhook-anything',
    'User-Agent',
    'Keep-Alive',
    'TE',
    'Trailer',
    'Upgrade',
    'Expect',
    'Date',
    'Proxy-Anything',
    'Via',
    'Forwarded',
    'X-Forwarded-For',
    'x-forwarded-anything',
    'X-Real-IP',
    'Cookie',
    'Sec-Fetch-Site',
    'Metadata',
    'metadata-flavor',
    'X-aws-ec2-metadata-token',
    'X-AWS-EC2-Metadata-Token-TTL-Seconds',
  ])('may not include %s', (name) => {
    expect(check(JSON.stringify({ [name]: 'x' }))).toEqual({ ok: false, reason: `the header ${name} is reserved` });
  });

  it('may include Authorization unless OAuth 2.0 sets it', () => {
    const text = '{"Authorization":"Basic x"}';
    expect(check(text)).toMatchObject({ ok: true });
    expect(check(text, true)).toEqual({ ok: false, reason: 'the header Authorization is set by OAuth 2.0' });
    expect(check('{"X-Api-Key":"x"}', true)).toMatchObject({ ok: true });
  });

  it.each(['some:thing', 'a b', '', 'a\r\nb', 'ñ', 'a\u0000', '__proto__\n'])('may not have the name %j', (name) => {
    expect(check(JSON.stringify({ [name]: 'x' }))).toMatchObject({ ok: false, reason: expect.stringContaining('characters') });
  });

  it.each([1, true, null, ['x'], { x: 'y' }])('may not have the value %j', (value) => {
    expect(check(JSON.stringify({ 'x-a': value }))).toMatchObject({ ok: false, reason: expect.stringContaining('must be a string') });
  });

  it.each(['canary\r\nx-b: c', 'canary\u0000', 'canary\t', 'canaryñ', 'canary\u007f'])(
    'may not have the value %j, which the refusal does not repeat',
    (value) => {
      const refused = check(JSON.stringify({ 'x-a': value }));
      expect(refused).toMatchObject({ ok: false, reason: expect.stringContaining('printable ASCII') });
      expect(JSON.stringify(refused)).not.toContain('canary');
    },
  );

  it('are limited in number and in total length', () => {
    const many = (length: number) => JSON.stringify(Object.fromEntries(Array.from({ length }, (_, i) => [`x-${i}`, 'v'])));
    expect(check(many(20))).toMatchObject({ ok: true });
    expect(check(many(21))).toMatchObject({ reason: 'at most 20 headers can be added' });
    const sized = (characters: number) => check(JSON.stringify({ 'x-a': 'v'.repeat(1_000), 'x-b': 'v'.repeat(characters - 1_006) }));
    expect(sized(4_096)).toMatchObject({ ok: true });
    expect(sized(4_097)).toEqual({ ok: false, reason: 'the headers are longer than 4 KiB in all' });
  });

  it.each([
    ['{"X-A":"1","x-a":"2"}', 'x-a'],
    ['{"X-A":"1", "X-A" : "1"}', 'X-A'],
    ['{"X-A":"\\"X-B\\":","X-B":"\\\\","x\\u002da":""}', 'x-a'],
    ['{"X-A":{"X-B":[1]},"X-A":"2"}', 'X-A'],
  ])('may not repeat a name as in %s', (text, name) => {
    expect(check(text)).toEqual({ ok: false, reason: `the header ${name} is given twice` });
  });

  it('may have values that look like a name', () => {
    expect(check('{"X-A":"X-B","X-B":"\\"X-A\\":"}')).toMatchObject({ ok: true });
  });

  it('may not include a property of a prototype', () => {
    expect(check('{"__proto__":{"x-a":"b"}}')).toMatchObject({ ok: false });
  });
});
