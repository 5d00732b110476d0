import { apiVersions, closed, nullable } from '@vigia/contracts';
import { Type, type Static, type TSchema } from 'typebox';

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
