import { describe, expect, it } from '@jest/globals';
import { bodyOf, changesOf, valuesOf } from '../src/webhooks/form-values.ts';
import type { Webhook } from '../src/webhooks/webhook.ts';

const webhook = {
  name: 'Cartera',
  url: 'https://cliente.example/vigia',
  description: null,
  payloadVersion: 'v2',
  standardHeaders: false,
  headerNames: ['X-Api-Key'],
  oauth: { tokenUrl: 'https://cliente.example/token', clientId: 'vigia', audience: null, scope: null },
} as unknown as Webhook;

describe('the form of a webhook', () => {
  const before = valuesOf(webhook);

  it('sends what was changed in it, so that what somebody else has changed meanwhile stays', () => {
    expect(changesOf(before, before)).toEqual({});
    expect(changesOf({ ...before, description: ' nueva ' }, before)).toEqual({ description: 'nueva' });
    expect(changesOf({ ...before, name: '', url: 'https://otro.example/' }, before)).toEqual({ name: null, url: 'https://otro.example/' });
  });

  it('asks for the stable body unless somebody chooses the beta', () => {
    expect(bodyOf({ ...valuesOf(), url: 'https://cliente.example/vigia' })).toMatchObject({ payloadVersion: 'v1' });
    expect(before.payloadVersion).toBe('v2');
  });

  it('sends headers and a client secret only where they were typed, and takes them away where that was asked', () => {
    expect(changesOf({ ...before, headers: '{"A":"b"}' }, before)).toEqual({ headers: '{"A":"b"}' });
    expect(changesOf({ ...before, removesHeaders: true }, before)).toEqual({ headers: null });
    expect(changesOf({ ...before, usesOAuth: false }, before)).toEqual({ oauth: null });
    const oauth = { tokenUrl: 'https://cliente.example/token', clientId: 'vigia', audience: null, scope: null };
    expect(changesOf({ ...before, clientSecret: 'nuevo' }, before)).toEqual({ oauth: { ...oauth, clientSecret: 'nuevo' } });
  });
});
