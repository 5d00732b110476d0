import { apiVersions, closed, messages, nullable } from '@vigia/contracts';
import { type Static, type TSchema, Type } from 'typebox';

const line = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: String.raw`^[^\x00-\x1f\x7f]+$` });
const lines = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: String.raw`^[^\x00]+$` });
const optionally = <S extends TSchema>(schema: S) => Type.Optional(nullable(schema));

const oauth = closed({
  tokenUrl: line(2048),
  clientId: line(500),
  clientSecret: Type.Optional(
    Type.String({ maxLength: 4_000, description: 'never shown again; on edit an empty one keeps the one before' }),
  ),
  audience: optionally(line(500)),
  scope: optionally(line(1_000)),
});

const url = line(2048);
const rest = {
  name: optionally(line(80)),
  description: optionally(lines(500)),
  payloadVersion: Type.Optional(Type.Enum([...apiVersions], { description: 'v1 unless given' })),
  standardHeaders: Type.Optional(Type.Boolean({ description: 'also sends the three headers of Standard Webhooks' })),
  active: Type.Optional(Type.Boolean({ description: 'true unless given; three can be active' })),
  headers: optionally(
    Type.String({
      maxLength: 20_000,
      description:
        'JSON text of one object: names and values of headers to add, 20 at most and 4 KiB in all, values in visible ASCII; they are never shown again. ' +
        'Reserved are Host, Content-*, hop-by-hop headers, Expect, Date, User-Agent, Accept-Encoding, Via, Forwarded, X-Forwarded-*, X-Real-IP, Proxy-*, ' +
        'Sec-*, Cookie, X-Service-*, Webhook-*, Metadata, Metadata-Flavor and X-aws-ec2-metadata-token*, and Authorization while OAuth is on',
    }),
  ),
  oauth: optionally(oauth),
};

export const newWebhookBody = closed({ url, ...rest });
export type NewWebhookBody = Static<typeof newWebhookBody>;

/** What is left out stays as it was; null takes it away. */
export const webhookChangesBody = closed({ url: Type.Optional(url), ...rest });
export type WebhookChangesBody = Static<typeof webhookChangesBody>;

export const newWebhookExample: NewWebhookBody = {
  url: 'https://cliente.example/vigia',
  name: 'Cartera',
  payloadVersion: 'v2',
  headers: '{"X-Api-Key":"…"}',
  oauth: { tokenUrl: 'https://cliente.example/token', clientId: 'vigia', clientSecret: '…' },
};

const { configuration } = messages['webhooks.edit'].reply.properties;

export const webhookAnswer = closed({ webhook: configuration });
export const webhooksAnswer = closed({ webhooks: Type.Array(configuration) });
export const newWebhookAnswer = closed({
  webhook: configuration,
  secretKey: Type.String({ description: 'signs every body; shown this once and never again' }),
});
export const stepsAnswer = messages['webhooks.preflight'].reply;
export const testAnswer = messages['webhooks.test'].reply;
export const countAnswer = messages['deliveries.recover'].reply;
export type WebhookAnswer = Static<typeof webhookAnswer>;
export type WebhooksAnswer = Static<typeof webhooksAnswer>;
export type NewWebhookAnswer = Static<typeof newWebhookAnswer>;
export type StepsAnswer = Static<typeof stepsAnswer>;
export type TestAnswer = Static<typeof testAnswer>;
export type CountAnswer = Static<typeof countAnswer>;

export const webhookExample: WebhookAnswer = {
  webhook: {
    configurationId: '7d1f0f0c-1c1e-4a57-8d3e-7c9f6f1f2c33',
    type: 'resumen_perfil',
    name: 'Cartera',
    url: 'https://cliente.example/vigia',
    description: null,
    payloadVersion: 'v2',
    standardHeaders: false,
    active: true,
    headerNames: ['X-Api-Key'],
    oauth: { tokenUrl: 'https://cliente.example/token', clientId: 'vigia', audience: null, scope: null },
    health: { failuresInRow: 0, failingSince: null },
    lastDay: { succeeded: 12, failed: 0, pending: 1 },
    createdAt: '2026-11-20T14:00:00.000Z',
    updatedAt: '2026-11-20T14:00:00.000Z',
  },
};
export const webhooksExample: WebhooksAnswer = { webhooks: [webhookExample.webhook] };
export const newWebhookExampleAnswer: NewWebhookAnswer = { ...webhookExample, secretKey: 'whsec_…' };
export const stepsExample: StepsAnswer = {
  steps: [
    { step: 'token', ok: true, detail: 'a token within 80 ms' },
    { step: 'address', ok: true, detail: 'reached at 192.0.2.7' },
    { step: 'answer', ok: false, detail: 'the receiver answered 401' },
  ],
};
export const testExample: TestAnswer = { triggerId: 'trg_0123456789abcdef0123456789abcdef' };
export const countExample: CountAnswer = { count: 3 };
