import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { verify } from '@octokit/webhooks-methods';
import XHubSignature from 'x-hub-signature';
import { newSecretKey, signatureOf, standardHeaders } from '../../src/domain/signature.js';

const sampleBody = Buffer.from('{"razon_social":"PEÑA & CÍA — 漢字 🦙 <b>\u2028","n":[1.0,1e21],"b":1,"a":2}');

describe('the signature', () => {
  it.each([
    ["It's a Secret to Everybody", 'Hello, World!', '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'],
    ['Jefe', 'what do ya want for nothing?', '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
    [
      'convoy-webhook-secret',
      '{"event":"charge.success","amount":1000,"currency":"NGN"}',
      '244449b7f48cbc2709060c9dcdc2b3aa47a78f540430579015c579fb12defbb4',
    ],
  ])('matches a published example with the secret %s', (secret, body, digest) => {
    expect(signatureOf(Buffer.from(body), secret)).toBe(`sha256=${digest}`);
  });

  it('is accepted by other libraries, only over exactly the same bytes', async () => {
    const secret = newSecretKey();
    const signature = signatureOf(sampleBody, secret);
    const text = sampleBody.toString('utf8');
    expect(await verify(secret, text, signature)).toBe(true);
    expect(new XHubSignature('sha256', secret).verify(signature, sampleBody)).toBe(true);
    const reserialized = JSON.stringify(JSON.parse(text));
    expect(reserialized).not.toBe(text);
    for (const other of [reserialized, `${text}\n`, text.replace('PEÑA', 'PENA')]) {
      expect(await verify(secret, other, signature)).toBe(false);
    }
    expect(await verify(newSecretKey(), text, signature)).toBe(false);
  });

  it('is lower-case hex, and a new secret differs from the one before', () => {
    expect(signatureOf(sampleBody, newSecretKey())).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(newSecretKey()).not.toBe(newSecretKey());
  });
});

describe('the headers of Standard Webhooks', () => {
  const published = {
    secretKeys: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] as const,
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    sentAt: new Date(1_614_265_330_000),
  };

  it('match the published example', () => {
    expect(standardHeaders(Buffer.from('{"test": 2432232314}'), published)).toEqual({
      'webhook-id': published.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('sign the bytes as they are, with a secret in our format', () => {
    const secretKey = newSecretKey();
    const { 'webhook-signature': signature } = standardHeaders(sampleBody, { ...published, secretKeys: [secretKey] });
    const key = Buffer.from(secretKey.slice('whsec_'.length), 'base64');
    expect(key).toHaveLength(32);
    const signed = Buffer.concat([Buffer.from(`${published.id}.1614265330.`), sampleBody]);
    expect(signature).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  });

  it('carry one signature for each of two keys, in the order of the keys', () => {
    const keys = [newSecretKey(), newSecretKey()] as const;
    const signatureBy = (...secretKeys: [string, string?]) =>
      standardHeaders(sampleBody, { ...published, secretKeys })['webhook-signature'];
    expect(signatureBy(...keys)).toBe(keys.map((key) => signatureBy(key)).join(' '));
  });
});
