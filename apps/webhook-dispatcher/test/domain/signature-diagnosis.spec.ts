import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { diagnoseSignature, newSecretKey, type SignatureFinding, signatureOf } from '../../src/domain/signature.js';

const secretKey = newSecretKey();
const otherKey = newSecretKey();
const text = '{"b":"PEÑA / 漢字","a":{"d":1.50,"c":[1,2]}}';
const body = Buffer.from(text);
const over = (other: string) => signatureOf(Buffer.from(other), secretKey);
const digest = createHmac('sha256', secretKey).update(body).digest();
const value: unknown = JSON.parse(text);

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
    ['reserialized_json', over('{"b": "PE\\u00d1A / \\u6f22\\u5b57", "a": {"d": 1.5, "c": [1, 2]}}')],
    ['reserialized_json', over('{"a":{"c":[1,2],"d":1.5},"b":"PEÑA / 漢字"}')],
    ['reserialized_json', over('{"b":"PE\\u00d1A \\/ \\u6f22\\u5b57","a":{"d":1.5,"c":[1,2]}}')],
    ['secret_with_whitespace', signatureOf(body, `${secretKey}\n`)],
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
    ['not_a_signature', ''],
    ['not_a_signature', 'sha256=xyz'],
    ['unknown', signatureOf(body, newSecretKey())],
  ])('%s: %s', (finding, claimed) => {
    expect(diagnoseSignature({ claimed, body, secretKey, otherSecretKeys: [otherKey] })).toBe(finding);
  });

  it('body_changed: the receiver got other bytes and signed those correctly', () => {
    const receivedBody = Buffer.from('{"b":1}');
    const claimed = signatureOf(receivedBody, secretKey);
    expect(diagnoseSignature({ claimed, body, secretKey, otherSecretKeys: [], receivedBody })).toBe('body_changed');
  });
});
