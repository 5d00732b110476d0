import { Type, type Static, type TSchema } from 'typebox';
import { document, uuid } from '../schema/vocabulary.js';
import { webhookDeliveryMessages } from '../messages/webhook-deliveries.js';
import { answered, operation, shown } from './operation.js';
import { pageOf, pageQuery } from './pages.js';
import { closed, group } from '../schema/fields.js';
import { webhookBody } from '../summary/summary.js';

/** Base64 with its two signs and its padding, as a pattern for schemas. */
export const base64 = '^[A-Za-z0-9+/]*={0,2}$';

const ofDeliveries = { tag: 'panel: webhooks', openTo: 'colleague' } as const;

const { payload: listedEvents, reply: eventsReply } = webhookDeliveryMessages['events.list'];
const { payload: listedDeliveries } = webhookDeliveryMessages['deliveries.list'];
const replied = eventsReply.properties.events.items;
const repliedDelivery = replied.properties.deliveries.items;

/** `health`: whether the delivery arrived; `loadState`: how the load ended that it reports. */
const delivery = group('WebhookDelivery', {
  health: repliedDelivery.properties.state,
  ...Type.Omit(repliedDelivery, ['position', 'state']).properties,
});
const event = group('WebhookEvent', {
  ...Type.Omit(replied, ['position', 'actor', 'deliveries']).properties,
  deliveries: Type.Array(delivery),
});
export type PanelDelivery = Static<typeof delivery>;
export type PanelEvent = Static<typeof event>;

const deliveryExample: PanelDelivery = {
  health: 'PENDING',
  deliveryId: '3c1f0f0c-1c1e-4a57-8d3e-7c9f6f1f2d44',
  triggerId: 'trg_0123456789abcdef0123456789abcdef',
  configurationId: '7d1f0f0c-1c1e-4a57-8d3e-7c9f6f1f2c33',
  docType: 'RUC',
  taxId: '20990000019',
  isTest: false,
  loadState: 'partial',
  payloadVersion: 'v2',
  attempts: 1,
  url: 'https://receptor.demo.example/vigia',
  lastStatus: 500,
  lastFailure: 'http',
  nextAttemptAt: '2026-11-21T15:00:35.000Z',
  createdAt: '2026-11-21T15:00:00.000Z',
  closedAt: null,
};
const eventExample: PanelEvent = {
  triggerId: deliveryExample.triggerId,
  docType: 'RUC',
  taxId: '20990000019',
  isTest: false,
  state: 'DISPATCHED',
  loadState: 'partial',
  createdAt: '2026-11-21T14:59:40.000Z',
  dispatchedAt: '2026-11-21T15:00:00.000Z',
  deliveries: [deliveryExample],
  deliveriesKept: true,
  bodies: [{ version: 'v2', sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' }],
};
/** Events or deliveries that began at `from` or later, and before `to`. */
const { from, to } = listedEvents.properties;
const filters = { isTest: Type.Optional(Type.Enum(['true', 'false'], { description: '`true`: only tests; `false`: no tests' })), from, to };
const cursors = { older: null, newer: '918' };
const bodyExample = '{"triggerId":"trg_0","taxId":"20990000019"}';

const body = (schema: TSchema) => Type.String({ contentMediaType: 'application/json', contentSchema: schema });
const previewedBodies = group('PreviewedBodies', { v1: body(webhookBody.v1), v2: body(webhookBody.v2) });

export const events = {
  list: operation({
    ...ofDeliveries,
    method: 'GET',
    path: '/panel/v1/events',
    summary: 'List the events of your corporation with their deliveries',
    query: closed({
      ...pageQuery,
      triggerId: listedEvents.properties.triggerId,
      taxId: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z]{8,12}$' })),
      state: listedEvents.properties.state,
      health: listedEvents.properties.health,
      configurationId: listedEvents.properties.configurationId,
      ...filters,
    }),
    answer: answered('one page', pageOf('EventPage', 'events', event), { events: [eventExample], ...cursors }),
  }),
  /** Costs as much as a load if the profile is not active, and nothing if it is. `POST loads/preview` tells the cost beforehand. */
  trigger: operation({
    ...ofDeliveries,
    openTo: 'analyst',
    method: 'POST',
    path: '/panel/v1/events',
    summary: 'Send the summary of a profile to your webhooks',
    costly: true,
    status: 202,
    body: shown(group('EventToTrigger', { ...document.properties, isMonitoring: Type.Optional(Type.Boolean()) }), {
      docType: 'RUC',
      taxId: '20990000019',
    }),
    answer: answered(
      'the event, whose deliveries follow',
      group('TriggeredEvent', {
        triggerId: replied.properties.triggerId,
        loading: Type.Boolean({ description: 'true: the profile is loaded first, and the deliveries wait for the load' }),
      }),
      { triggerId: eventExample.triggerId, loading: false },
    ),
    errors: ['document_invalid', 'too_many_documents', 'webhook_not_configured', 'webhook_loading'],
  }),
  preview: operation({
    ...ofDeliveries,
    method: 'GET',
    path: '/panel/v1/events/:triggerId/preview',
    summary: 'See both versions of the body that this trigger would send now',
    params: closed({ triggerId: replied.properties.triggerId }),
    answer: answered('the two bodies, as text', previewedBodies, { v1: bodyExample, v2: bodyExample }),
  }),
};

const params = closed({ deliveryId: uuid });

export const deliveries = {
  list: operation({
    ...ofDeliveries,
    method: 'GET',
    path: '/panel/v1/deliveries',
    summary: 'List the deliveries of your corporation',
    query: closed({
      ...pageQuery,
      configurationId: listedDeliveries.properties.configurationId,
      health: listedDeliveries.properties.state,
      httpClass: listedDeliveries.properties.httpClass,
      failure: listedDeliveries.properties.failure,
      ...filters,
    }),
    answer: answered('one page', pageOf('DeliveryPage', 'deliveries', delivery), { deliveries: [deliveryExample], ...cursors }),
  }),
  one: operation({
    ...ofDeliveries,
    method: 'GET',
    path: '/panel/v1/deliveries/:deliveryId',
    summary: 'Read one delivery',
    params,
    answer: answered('the delivery', group('OneDelivery', { delivery }), { delivery: deliveryExample }),
  }),
  attempts: operation({
    ...ofDeliveries,
    method: 'GET',
    path: '/panel/v1/deliveries/:deliveryId/attempts',
    summary: 'List the newest attempts of a delivery',
    params,
    answer: answered('100 newest attempts, oldest first', webhookDeliveryMessages['attempts.list'].reply, {
      attempts: [
        {
          number: 1,
          state: 'FAILED',
          isManual: false,
          possibleDuplicateOf: null,
          url: 'https://receptor.demo.example/vigia',
          startedAt: '2026-11-21T15:00:00.000Z',
          endedAt: '2026-11-21T15:00:00.120Z',
          failure: 'http',
          detail: 'the receiver answered 500',
          status: 500,
          remoteAddress: '192.0.2.7',
          tokenMs: null,
          connectMs: 31,
          firstByteMs: 118,
          totalMs: 120,
          signedBy: [2, 1],
          requestHeaders: [{ name: 'X-Api-Key', value: '••••' }],
          responseBody: 'oops',
          responseTruncated: false,
        },
      ],
    }),
  }),
  resend: operation({
    ...ofDeliveries,
    openTo: 'admin',
    method: 'POST',
    path: '/panel/v1/deliveries/:deliveryId/resend',
    summary: 'Send a delivery again, with the same bytes',
    params,
    answer: answered('the delivery, scheduled again', group('ResentDelivery', { delivery }), { delivery: deliveryExample }),
    errors: ['conflict', 'webhook_inactive', 'payload_purged'],
  }),
  body: operation({
    ...ofDeliveries,
    method: 'GET',
    path: '/panel/v1/deliveries/:deliveryId/body',
    summary: 'Download the body of a delivery, byte for byte',
    params,
    answer: { file: true, description: 'the body, exactly as it is signed' },
    headers: {
      'X-Body-SHA256': 'SHA-256 of the body in hexadecimal; also given after the body is purged',
      'Content-Disposition': 'the name of the file',
    },
    errors: ['payload_purged'],
  }),
  checkSignature: operation({
    ...ofDeliveries,
    method: 'POST',
    path: '/panel/v1/deliveries/:deliveryId/signature-check',
    summary: 'Find out why the signature that your receiver computed differs from the one sent',
    params,
    /** A receiver may send the whole body that it signed. */
    bodyLimitBytes: 1_500_000,
    body: shown(
      group('SignatureToCheck', {
        signature: Type.String({
          minLength: 1,
          maxLength: 500,
          description: 'signature that the receiver computed, for `X-Service-Signature` or `webhook-signature`',
        }),
        receivedBody: Type.Optional(
          Type.String({
            maxLength: 1_400_000,
            pattern: base64,
            description: 'bytes that the receiver signed, in base64; at most 1.05 MB before encoding',
          }),
        ),
        webhookId: Type.Optional(
          Type.String({ minLength: 1, maxLength: 200, description: '`webhook-id` as received; the id of the delivery when left out' }),
        ),
        webhookTimestamp: Type.Optional(
          Type.String({
            pattern: '^[0-9]{1,20}$',
            description: '`webhook-timestamp` as received; those of the ten latest recorded attempts are tried in any case',
          }),
        ),
      }),
      {
        signature: 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
        receivedBody: 'eyJ0cmlnZ2VySWQiOiJ0cmdfMDE5M2E3YzIifQo=',
      },
    ),
    answer: answered(
      'whether the signature is right, or the mistake that leads to it',
      webhookDeliveryMessages['webhooks.diagnose'].reply,
      {
        finding: 'trailing_newline',
      },
    ),
    errors: ['payload_purged'],
  }),
};
