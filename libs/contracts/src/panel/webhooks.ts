import { Type, type Static, type TSchema } from 'typebox';
import { instantThatIs, uuid } from '../schema/vocabulary.js';
import { changedConfiguration, webhookConfiguration, webhookConfigurationMessages } from '../messages/webhook-configurations.js';
import { webhookDeliveryMessages } from '../messages/webhook-deliveries.js';
import { closed, group, nullable } from '../schema/fields.js';
import { apiVersions } from '../summary/summary-view.js';
import { givenName } from './given-name.js';
import { answered, operation, shown } from './operation.js';

const ofWebhooks = { tag: 'panel: webhooks', openTo: 'colleague' } as const;

const line = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: String.raw`^[^\x00-\x1f\x7f]+$` });
const lines = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: String.raw`^[^\x00]+$` });
const optionally = <S extends TSchema>(schema: S) => Type.Optional(nullable(schema));

const oauth = group('OAuthSettings', {
  tokenUrl: line(2048),
  clientId: line(500),
  clientSecret: Type.Optional(
    Type.String({
      maxLength: 4_000,
      description:
        'client secret, never shown again; on edit an empty text keeps the current one, unless `url` or `tokenUrl` then names another server',
    }),
  ),
  audience: Type.Optional(nullable(line(500), { description: 'audience of the token; none when left out, also on edit' })),
  scope: Type.Optional(nullable(line(1_000), { description: 'scope of the token; none when left out, also on edit' })),
});

const url = line(2048);
const rest = {
  name: optionally(givenName(80)),
  description: optionally(lines(500)),
  payloadVersion: Type.Optional(
    Type.Enum([...apiVersions], { title: 'ApiVersion', description: 'version of the payload; when left out v1, or unchanged on edit' }),
  ),
  standardHeaders: Type.Optional(Type.Boolean({ description: 'true: also sends the three headers of Standard Webhooks' })),
  active: Type.Optional(
    Type.Boolean({
      description: 'whether the webhook receives deliveries; when left out true, or unchanged on edit; at most three are active',
    }),
  ),
  headers: optionally(
    Type.String({
      maxLength: 20_000,
      description:
        'headers to add, as the JSON text of one object with names and values: at most 20 and 4 KiB in all, values in visible ASCII, never shown again. ' +
        'If `url` is edited to name another server, they are given again or removed. ' +
        'Reserved are Host, Content-*, hop-by-hop headers, Expect, Date, User-Agent, Accept-Encoding, Via, Forwarded, X-Forwarded-*, X-Real-IP, Proxy-*, ' +
        'Sec-*, Cookie, X-Service-*, Webhook-*, Metadata, Metadata-Flavor and X-aws-ec2-metadata-token*, and Authorization while OAuth is on',
    }),
  ),
  oauth: optionally(oauth),
};
const newWebhook = group('WebhookToCreate', { url, ...rest });
/**
 * A field that is left out keeps its value; null removes it. OAuth is one field: all of it is replaced, except the client secret. Headers
 * and the client secret are given again, or removed, when the address names another server.
 */
const webhookChanges = group('WebhookChanges', {
  url: Type.Optional(url),
  ...rest,
  expectedUpdatedAt: Type.Optional(
    instantThatIs(
      '`updatedAt` of the webhook as it was read: the edit is refused if it was changed since; without it, it is edited as it is now',
    ),
  ),
});

export const changedWebhook = group('ChangedWebhook', { webhook: changedConfiguration });
export const configurationExample: Static<typeof changedConfiguration> = {
  configurationId: '7d1f0f0c-1c1e-4a57-8d3e-7c9f6f1f2c33',
  type: 'resumen_perfil',
  name: 'Portafolio',
  url: 'https://cliente.example/vigia',
  description: null,
  payloadVersion: 'v2',
  standardHeaders: false,
  active: true,
  headerNames: ['X-Api-Key'],
  oauth: { tokenUrl: 'https://cliente.example/token', clientId: 'vigia', audience: null, scope: null },
  health: { failuresInRow: 0, failingSince: null, warnedAt: null },
  secret: { number: 1, change: null },
  createdAt: '2026-11-20T14:00:00.000Z',
  updatedAt: '2026-11-20T14:00:00.000Z',
};

const params = closed({ configurationId: uuid });
const { payload: recovery, reply: count } = webhookDeliveryMessages['deliveries.recover'];
const since = group('FailedSince', { since: recovery.properties.since });

export const webhooks = {
  list: operation({
    ...ofWebhooks,
    method: 'GET',
    path: '/panel/v1/webhooks',
    summary: 'List the webhooks of your corporation',
    answer: answered('webhooks, oldest first', group('WebhookList', { webhooks: Type.Array(webhookConfiguration) }), {
      webhooks: [{ ...configurationExample, lastDay: { succeeded: 12, failed: 0, pending: 1 } }],
    }),
  }),
  create: operation({
    ...ofWebhooks,
    openTo: 'admin',
    method: 'POST',
    path: '/panel/v1/webhooks',
    costly: true,
    summary: 'Create a webhook; its secret key is shown only once, and to a repetition with the same Idempotency-Key',
    body: shown(newWebhook, {
      url: 'https://cliente.example/vigia',
      name: 'Portafolio',
      payloadVersion: 'v2',
      headers: '{"X-Api-Key":"invented-key"}',
      oauth: { tokenUrl: 'https://cliente.example/token', clientId: 'vigia', clientSecret: 'invented-secret' },
    }),
    answer: answered(
      'the webhook and its secret key',
      group('CreatedWebhook', {
        webhook: changedConfiguration,
        secretKey: Type.String({ description: 'key that signs every body, shown only in this answer' }),
      }),
      { webhook: configurationExample, secretKey: 'whsec_…' },
    ),
    errors: ['webhook_places_taken', 'webhooks_full', 'conflict'],
  }),
  edit: operation({
    ...ofWebhooks,
    openTo: 'admin',
    method: 'PATCH',
    path: '/panel/v1/webhooks/:configurationId',
    summary: 'Edit a webhook, switch it off or on',
    params,
    body: shown(webhookChanges, { active: false }),
    answer: answered('the webhook as changed', changedWebhook, { webhook: configurationExample }),
    errors: ['webhook_places_taken', 'webhook_emptying', 'webhook_changed'],
  }),
  warnings: operation({
    ...ofWebhooks,
    method: 'GET',
    path: '/panel/v1/webhooks/warnings',
    summary: 'List the warnings about webhooks that keep failing, and those that ended within a day',
    answer: answered('warnings, those that continue first', webhookConfigurationMessages['webhooks.warnings'].reply, {
      warnings: [
        {
          warningId: '5b0e6a52-52d5-4d3c-9d0e-0c9f6f1f2a55',
          configurationId: configurationExample.configurationId,
          name: 'Portafolio',
          url: configurationExample.url,
          cause: 'ten_in_a_row',
          failuresInRow: 14,
          failingSince: '2026-11-21T14:10:00.000Z',
          raisedAt: '2026-11-21T14:40:00.000Z',
          endedAt: null,
          endedAs: null,
          example: {
            deliveryId: '3c1f0f0c-1c1e-4a57-8d3e-7c9f6f1f2d44',
            triggerId: 'trg_0123456789abcdef0123456789abcdef',
            docType: 'RUC',
            taxId: '20990000019',
            lastStatus: 500,
            lastFailure: 'http',
          },
        },
      ],
    }),
  }),
  health: operation({
    ...ofWebhooks,
    method: 'GET',
    path: '/panel/v1/webhooks/:configurationId/health',
    summary: 'Count the successful and failed deliveries of a webhook in each of the last hours',
    params,
    query: closed({
      hours: Type.Optional(
        Type.String({ pattern: '^([1-9]|[1-9][0-9]|1[0-5][0-9]|16[0-8])$', description: '1 to 168 hours; 24 when left out' }),
      ),
    }),
    answer: answered(
      'hours, oldest first, without tests and resends; 1000 deliveries or more may be counted up to 30 seconds late',
      webhookConfigurationMessages['webhooks.health'].reply,
      {
        hours: [{ hour: '2026-11-21T14:00:00Z', succeeded: 12, failed: 1, pending: 0, p95Ms: 340 }],
      },
    ),
  }),
  preflight: operation({
    ...ofWebhooks,
    openTo: 'admin',
    method: 'POST',
    path: '/panel/v1/webhooks/:configurationId/preflight',
    summary: 'Try each step of a delivery with a sample that is not recorded',
    params,
    answer: answered('the steps, each with its result', webhookConfigurationMessages['webhooks.preflight'].reply, {
      steps: [
        { step: 'token', ok: true, detail: 'a token within 80 ms' },
        { step: 'address', ok: true, detail: 'reached at 192.0.2.7' },
        { step: 'answer', ok: false, detail: 'the receiver answered 401', failure: 'http', status: 401 },
      ],
    }),
  }),
  test: operation({
    ...ofWebhooks,
    openTo: 'admin',
    method: 'POST',
    path: '/panel/v1/webhooks/:configurationId/test',
    summary: 'Send a sample that is listed as a test',
    params,
    answer: answered('the event under which the test is listed', webhookConfigurationMessages['webhooks.test'].reply, {
      triggerId: 'trg_0123456789abcdef0123456789abcdef',
    }),
  }),
  countRecoverable: operation({
    ...ofWebhooks,
    method: 'GET',
    path: '/panel/v1/webhooks/:configurationId/recoverable',
    summary: 'Count the deliveries that have failed since an instant and can be sent again',
    params,
    query: since,
    answer: answered('number of deliveries that have failed and can be sent again', count, { count: 3 }),
  }),
  recover: operation({
    ...ofWebhooks,
    openTo: 'admin',
    method: 'POST',
    path: '/panel/v1/webhooks/:configurationId/recover',
    summary: 'Send again the deliveries that have failed since an instant',
    params,
    body: shown(since, { since: '2026-11-20T00:00:00-05:00' }),
    answer: answered('number of deliveries that are sent again; if the call is answered 503, they may be sent again all the same', count, {
      count: 3,
    }),
  }),
};
