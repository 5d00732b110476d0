import { describe, expect, it } from '@jest/globals';
import { Refusal } from '../src/gateway/refusal.ts';
import { addressFault } from '../src/webhooks/address-fault.ts';
import { headersFault } from '../src/webhooks/header-text.ts';
import { bodyOf, changesOf, type FormValues, newBodyOf, valuesOf } from '../src/webhooks/form-values.ts';
import type { Webhook } from '../src/webhooks/webhook.ts';
import { es } from '../src/webhooks/words.es.ts';

const webhook = {
  name: 'Cartera',
  url: 'https://cliente.example/vigia',
  description: null,
  payloadVersion: 'v2',
  standardHeaders: false,
  headerNames: ['X-Api-Key'],
  oauth: { tokenUrl: 'https://cliente.example/token', clientId: 'vigia', audience: null, scope: null },
  updatedAt: '2026-11-20T14:00:00.000Z',
} as unknown as Webhook;

describe('the form of a webhook', () => {
  const before = valuesOf(webhook);

  it('sends only its changes, so that it keeps concurrent changes of another user', () => {
    expect(changesOf(before, webhook)).toEqual({});
    expect(changesOf({ ...before, description: ' nueva ' }, webhook)).toEqual({ description: 'nueva' });
    expect(changesOf({ ...before, name: '', standardHeaders: true }, webhook)).toEqual({ name: null, standardHeaders: true });
  });

  it('sends addresses and credentials only for the webhook as it was when the form was opened', () => {
    const expectedUpdatedAt = webhook.updatedAt;
    expect(changesOf({ ...before, url: 'https://otro.example/' }, webhook)).toEqual({ url: 'https://otro.example/', expectedUpdatedAt });
    expect(changesOf({ ...before, headers: '{"A":"b"}' }, webhook)).toEqual({ headers: '{"A":"b"}', expectedUpdatedAt });
    expect(changesOf({ ...before, scope: 'all' }, webhook)).toEqual({ oauth: { ...webhook.oauth, scope: 'all' }, expectedUpdatedAt });
  });

  it('says at the field which headers the gateway would refuse', () => {
    const fault = (headers: object, usesOAuth = false) => headersFault(JSON.stringify(headers), es.form, { usesOAuth });
    expect(fault({ 'X-Empresa': 'Compañía' })).toBe(es.form.notAscii('X-Empresa'));
    expect(fault({ 'X-aws-ec2-metadata-token': 'x' })).toBe(es.form.reserved('X-aws-ec2-metadata-token'));
    expect([fault({ authorization: 'x' }), fault({ authorization: 'x' }, true)]).toEqual([null, es.form.authorization]);
    expect(fault({ 'X Empresa': 'x' })).toBe(es.form.notName('X Empresa'));
    expect([fault({ X: 'x'.repeat(4095) }), fault({ X: 'x'.repeat(4096) })]).toEqual([null, es.form.tooLong]);
    const twice = '{"X-A": "X-B:", "X-B": "\\"", "x-a": ""}';
    expect(headersFault(twice, es.form, { usesOAuth: false })).toBe(es.form.twice('x-a'));
  });

  it('requests the stable payload unless the user chooses the beta', () => {
    expect(bodyOf({ ...valuesOf(), url: 'https://cliente.example/vigia' })).toMatchObject({ payloadVersion: 'v1' });
    expect(before.payloadVersion).toBe('v2');
  });

  it('creates a webhook that is switched off only while no more can be active', () => {
    const values = { ...valuesOf(), url: 'https://cliente.example/vigia' };
    expect(newBodyOf(values, { isOff: true })).toEqual({ ...bodyOf(values), active: false });
    expect(newBodyOf(values, { isOff: false })).toEqual(bodyOf(values));
  });

  it('shows a refused address at its field, even for an unknown rule', () => {
    const fault = (params: Record<string, unknown>) => addressFault(new Refusal(400, 'in English', 'bad_request', params), es.form);
    expect(fault({ field: 'url', rule: 'scheme' })).toEqual({ field: 'url', text: es.form.urlFaults.scheme });
    expect(fault({ field: 'tokenUrl', rule: 'of a later release' })).toEqual({ field: 'tokenUrl', text: es.form.urlWrong });
    expect(fault({ field: 'name', rule: 'maxLength' })).toBeUndefined();
  });

  it('sends headers and a client secret only if they were typed, and removes them only on request', () => {
    const sent = (typed: Partial<FormValues>) => changesOf({ ...before, ...typed }, webhook);
    expect(sent({ description: 'nueva' })).not.toHaveProperty('headers');
    expect(sent({ removesHeaders: true })).toMatchObject({ headers: null });
    expect(sent({ usesOAuth: false })).toMatchObject({ oauth: null });
    expect(sent({ scope: 'all' }).oauth).not.toHaveProperty('clientSecret');
    expect(sent({ clientSecret: 'nuevo' })).toMatchObject({ oauth: { ...webhook.oauth, clientSecret: 'nuevo' } });
  });
});
