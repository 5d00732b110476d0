import { casesOf, fromPanel, refusal } from './cases.js';

/** A step without a body. */
const step = (method: string, path: string) => ({ ...fromPanel(method, path, {}), headers: { origin: '{origin}' }, body: undefined });
const conflict = { expect: 409, messageContains: 'no new secret' };
const unknown = { expect: 404, messageContains: 'not found' };

/** Steps of a change of secret in the wrong order, and invalid keys. */
export const secretSteps = casesOf('secrets', [
  [step('POST', '/webhooks/{unknown}/secret'), unknown],
  [step('POST', '/webhooks/x/secret'), unknown],
  [step('DELETE', '/webhooks/{webhook}/secret'), conflict],
  [step('DELETE', '/webhooks/{webhook}/secret/switch'), conflict],
  [step('POST', '/webhooks/{webhook}/secret/end'), conflict],
  [fromPanel('POST', '/webhooks/{webhook}/secret/switch', {}), refusal('secretKey')],
  [fromPanel('POST', '/webhooks/{webhook}/secret/switch', { secretKey: 1 }), refusal('secretKey')],
  [fromPanel('POST', '/webhooks/{webhook}/secret/switch', { secretKey: '\ud800' }), refusal('secretKey')],
  [fromPanel('POST', '/webhooks/{webhook}/secret/switch', { secretKey: 'x'.repeat(201) }), refusal('secretKey')],
]);
