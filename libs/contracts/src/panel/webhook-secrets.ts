import { Type, type Static } from 'typebox';
import { uuid } from '../schema/vocabulary.js';
import { changedConfiguration } from '../messages/webhook-configurations.js';
import { closed, group } from '../schema/fields.js';
import { answered, operation, shown } from './operation.js';
import { changedWebhook, configurationExample } from './webhooks.js';

const ofSecrets = {
  tag: 'panel: webhooks',
  openTo: 'admin',
  params: closed({ configurationId: uuid }),
} as const;

type Change = NonNullable<Static<typeof changedConfiguration>['secret']['change']>;

const since = '2026-11-21T15:00:00.000Z';
const example = (number: number, change: Change | null) => ({ ...configurationExample, secret: { number, change } });
const whilePrepared = example(1, { state: 'prepared', otherNumber: 2, since, until: null });
const afterSwitch = example(2, { state: 'switched', otherNumber: 1, since, until: '2026-11-24T15:00:00.000Z' });

const secretKey = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'the new secret key as it was shown, as proof that you have it',
});

export const webhookSecrets = {
  prepare: operation({
    ...ofSecrets,
    method: 'POST',
    path: '/panel/v1/webhooks/:configurationId/secret',
    summary: 'Prepare a new secret key, shown only once; from now on webhook-signature has a signature of each key',
    answer: answered(
      'the webhook and its new secret key',
      group('PreparedSecret', {
        webhook: changedConfiguration,
        secretKey: Type.String({ description: 'new secret key, shown only in this answer' }),
      }),
      { webhook: whilePrepared, secretKey: 'whsec_…' },
    ),
    errors: ['secret_prepared', 'secret_switched'],
  }),
  withdraw: operation({
    ...ofSecrets,
    method: 'DELETE',
    path: '/panel/v1/webhooks/:configurationId/secret',
    summary: 'Withdraw a prepared secret, for example one that nobody has seen',
    answer: answered('the webhook, signed with its old secret alone', changedWebhook, { webhook: configurationExample }),
    errors: ['secret_not_prepared', 'secret_switched'],
  }),
  switch: operation({
    ...ofSecrets,
    method: 'POST',
    path: '/panel/v1/webhooks/:configurationId/secret/switch',
    summary: 'Sign with the prepared secret; the old one stays valid for 72 hours',
    body: shown(group('SecretToSwitchTo', { secretKey }), { secretKey: 'whsec_invented-key' }),
    answer: answered('the webhook, signed with its new secret', changedWebhook, { webhook: afterSwitch }),
    errors: ['secret_key_wrong', 'secret_not_prepared', 'secret_switched'],
  }),
  revert: operation({
    ...ofSecrets,
    method: 'DELETE',
    path: '/panel/v1/webhooks/:configurationId/secret/switch',
    summary: 'Sign with the old secret again, as before the switch',
    answer: answered('the webhook, signed with its old secret', changedWebhook, { webhook: whilePrepared }),
    errors: ['secret_not_switched'],
  }),
  end: operation({
    ...ofSecrets,
    method: 'POST',
    path: '/panel/v1/webhooks/:configurationId/secret/end',
    summary: 'Forget the old secret before the 72 hours are over',
    answer: answered('the webhook, signed with its new secret alone', changedWebhook, { webhook: example(2, null) }),
    errors: ['secret_not_switched'],
  }),
};
