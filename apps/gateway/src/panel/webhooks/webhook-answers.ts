import { closed, messages } from '@vigia/contracts';
import { Type, type Static } from 'typebox';

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
