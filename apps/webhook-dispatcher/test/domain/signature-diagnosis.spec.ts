import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { SignatureFinding } from '@vigia/contracts';
import { inTurns } from '../../src/deliveries/signature-checks.js';
import { diagnose as diagnoseByEach, diagnoseStandardSignature } from '../../src/domain/signature-diagnosis.js';
import { newSecretKey, signatureOf } from '../../src/domain/signature.js';
import { bodyVariants, diagnoseSignature } from '../../src/domain/x-service-signature-diagnosis.js';

const secretKey = newSecretKey();
const otherKey = newSecretKey();
const text = '{"b":"PEÑA / 漢字","a":{"d":1.50,"c":[1,2]}}';
const body = Buffer.from(text);
const over = (other: string) => signatureOf(Buffer.from(other), secretKey);
const digest = createHmac('sha256', secretKey).update(body).digest();
const value: unknown = JSON.parse(text);

const stamp = { id: '3c1f0f0c-1c1e-4a57-8d3e-7c9f6f1f2d44', timestamp: '1795219200' };
const keyOf = (secret: string) => Buffer.from(secret.slice(6), 'base64');
const standard = (content: string, bytes = text, key: Buffer | string = keyOf(secretKey)) =>
  createHmac('sha256', key).update(`${content}${bytes}`).digest('base64');
const head = `${stamp.id}.${stamp.timestamp}.`;

describe('the diagnosis of a signature of Standard Webhooks', () => {
  const diagnose = (claimed: string, given: object = {}) =>
    diagnoseStandardSignature({
      claimed,
      body,
      secretKey,
      otherSecretKeys: [otherKey],
      stamps: [{ ...stamp, timestamp: '1' }, stamp],
      ...given,
    });

  it.each<[SignatureFinding | undefined, string]>([
    ['match', `v1,${standard(head)}`],
    ['match', ` v1,${standard(head, text, keyOf(otherKey))} v1,${standard(head)}\n`],
    ['prefix_missing', standard(head)],
    ['trailing_newline', `v1,${standard(head, `${text}\n`)}`],
    ['reserialized_json', `v1,${standard(head, JSON.stringify(value))}`],
    ['secret_not_decoded', `v1,${standard(head, text, secretKey)}`],
    ['secret_not_decoded', `v1,${standard(head, text, secretKey.slice(6))}`],
    ['other_secret', `v1,${standard(head, text, keyOf(otherKey))}`],
    ['id_or_timestamp_missing', `v1,${standard('')}`],
    ['id_or_timestamp_missing', `v1,${standard(`${stamp.id}.`)}`],
    ['id_or_timestamp_missing', `v1,${standard(`${stamp.timestamp}.`)}`],
    ['unknown', `v1,${standard(`${stamp.id}.2.`)}`],
    ['not_a_signature', 'v1,x'],
    [undefined, signatureOf(body, secretKey)],
    [undefined, digest.toString('base64')],
    [undefined, 'x'],
  ])('is %s for %s', async (finding, claimed) => {
    expect(await inTurns(diagnose(claimed))).toBe(finding);
  });

  it('is body_changed if the receiver got other bytes and signed those correctly', async () => {
    expect(await inTurns(diagnose(`v1,${standard(head, '{"b":1}')}`, { receivedBody: Buffer.from('{"b":1}') }))).toBe('body_changed');
    expect(await inTurns(diagnose(`v1,${standard(head, '{"b":2}')}`, { receivedBody: Buffer.from('{"b":1}') }))).toBe('unknown');
  });
});

describe('the diagnosis of a signature', () => {
  it.each<[SignatureFinding, string]>([
    ['match', signatureOf(body, secretKey)],
    ['match', `  ${signatureOf(body, secretKey)}\n`],
    ['prefix_missing', digest.toString('hex')],
    ['upper_case_hex', `sha256=${digest.toString('hex').toUpperCase()}`],
    ['base64_digest', digest.toString('base64')],
    ['base64_digest', `sha256=${digest.toString('base64url')}`],
    ['trailing_newline', over(`${text}\n`)],
    ['trailing_newline', over(`${text}\r\n`)],
    ['bom_added', over(`\ufeff${text}`)],
    ['reserialized_json', over(JSON.stringify(value))],
    ['reserialized_json', over(JSON.stringify(value, null, 2))],
    ['reserialized_json', over(JSON.stringify(value, null, 4))],
    ['reserialized_json', over('{"b":"PEÑA \\/ 漢字","a":{"d":1.5,"c":[1,2]}}')],
    ['reserialized_json', over('{"a": {"c": [1, 2], "d": 1.5}, "b": "PEÑA / 漢字"}')],
    ['reserialized_json', over('{"b": "PE\\u00d1A / \\u6f22\\u5b57", "a": {"d": 1.5, "c": [1, 2]}}')],
    ['reserialized_json', over('{"a":{"c":[1,2],"d":1.5},"b":"PEÑA / 漢字"}')],
    ['reserialized_json', over('{"b":"PE\\u00d1A \\/ \\u6f22\\u5b57","a":{"d":1.5,"c":[1,2]}}')],
    ['secret_with_whitespace', signatureOf(body, `${secretKey}\n`)],
    ['secret_with_whitespace', signatureOf(body, `${secretKey} `)],
    ['secret_decoded', signatureOf(body, secretKey.slice(6))],
    [
      'secret_decoded',
      `sha256=${createHmac('sha256', Buffer.from(secretKey.slice(6), 'base64'))
        .update(body)
        .digest('hex')}`,
    ],
    ['other_secret', signatureOf(body, otherKey)],
    ['not_keyed', `sha256=${createHash('sha256').update(body).digest('hex')}`],
    ['other_algorithm', `sha1=${createHmac('sha1', secretKey).update(body).digest('hex')}`],
    ['other_algorithm', createHmac('sha512', secretKey).update(body).digest('hex')],
    ['other_algorithm', `sha512=${createHmac('sha512', secretKey).update(body).digest('hex')}`],
    ['not_a_signature', ''],
    ['not_a_signature', 'sha256=xyz'],
    ['unknown', signatureOf(body, newSecretKey())],
  ])('is %s for %s', async (finding, claimed) => {
    expect(await inTurns(diagnoseSignature({ claimed, body, secretKey, otherSecretKeys: [otherKey] }))).toBe(finding);
  });

  it('is body_changed if the receiver got other bytes and signed those correctly', async () => {
    const receivedBody = Buffer.from('{"b":1}');
    const claimed = signatureOf(receivedBody, secretKey);
    const given = { body, secretKey, otherSecretKeys: [], receivedBody };
    expect(await inTurns(diagnoseSignature({ claimed, ...given }))).toBe('body_changed');
    expect(await inTurns(diagnoseSignature({ claimed: over('{"b":2}'), ...given }))).toBe('unknown');
  });
});

describe('the diagnosis of a signature while two secrets are valid', () => {
  const nextKey = newSecretKey();
  const byNext = `v1,${standard(head, text, keyOf(nextKey))}`;
  const withNewline = Buffer.from(`${text}\n`);

  it.each<[SignatureFinding, string]>([
    ['match', signatureOf(body, secretKey)],
    ['match', `${byNext} v1,${standard(head)}`],
    ['match_other_secret', signatureOf(body, nextKey)],
    ['match_other_secret', byNext],
    ['match_other_secret', `v1,${standard(head, text, keyOf(otherKey))} ${byNext}`],
    ['match_other_secret', `v1,${standard(head, `${text}\n`)} ${byNext}`],
    ['prefix_missing', signatureOf(body, nextKey).slice('sha256='.length)],
    ['prefix_missing', byNext.slice('v1,'.length)],
    ['trailing_newline', signatureOf(withNewline, secretKey)],
    ['trailing_newline', signatureOf(withNewline, nextKey)],
    ['secret_not_decoded', `v1,${standard(head, text, nextKey)}`],
    ['other_secret', signatureOf(body, otherKey)],
    ['other_secret', `v1,${standard(head, text, keyOf(otherKey))}`],
    ['unknown', signatureOf(body, newSecretKey())],
    ['not_a_signature', 'x'],
  ])('is %s for %s', async (finding, claimed) => {
    const secretKeys = [secretKey, nextKey] as const;
    expect(await inTurns(diagnoseByEach({ claimed, body, secretKeys, otherSecretKeys: [otherKey], stamps: [stamp] }))).toBe(finding);
  });
});

describe('the diagnosis of a signature that matches nothing', () => {
  it.each([
    ['Standard Webhooks', `v1,${standard(`${stamp.id}.2.`)}`],
    ['X-Service-Signature', signatureOf(body, newSecretKey())],
  ])('lets other work run between its steps for %s', async (_kind, claimed) => {
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    await inTurns(diagnoseByEach({ claimed, body, secretKeys: [secretKey], otherSecretKeys: [otherKey], stamps: [stamp] }));
    isOver = true;
    expect(turns).toBeGreaterThan([...bodyVariants(body)].length);
  });
});
