import { closed, messages, type ReplyOf, type WebhookDelivery, type WebhookEvent } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import { pageOf } from '../calls/pages.js';

const told = messages['events.list'].reply.properties.events.items;
const toldDelivery = told.properties.deliveries.items;
const ofDelivery = Type.Omit(toldDelivery, ['position', 'state']).properties;
const ofEvent = Type.Omit(told, ['position', 'deliveries']).properties;

/** Whether it arrived (`health`) and what it told of the load (`loadState`) are two things. */
const delivery = closed({ health: toldDelivery.properties.state, ...ofDelivery });
const event = closed({ ...ofEvent, deliveries: Type.Array(delivery) });
type Delivery = Static<typeof delivery>;
type Event = Static<typeof event>;

export function toDelivery({ position: _position, state, ...rest }: WebhookDelivery): Delivery {
  return { health: state, ...rest };
}

export function toEvent({ position: _position, deliveries, ...rest }: WebhookEvent): Event {
  return { ...rest, deliveries: deliveries.map(toDelivery) };
}

export const deliveryAnswer = closed({ delivery });
export const deliveriesAnswer = pageOf('deliveries', delivery);
export const eventsAnswer = pageOf('events', event);
export const attemptsAnswer = messages['attempts.list'].reply;
export const findingAnswer = messages['webhooks.diagnose'].reply;
export const previewAnswer = messages['webhooks.preview'].reply;
export type DeliveryAnswer = Static<typeof deliveryAnswer>;
export type DeliveriesAnswer = Static<typeof deliveriesAnswer>;
export type EventsAnswer = Static<typeof eventsAnswer>;

export const deliveryExample: DeliveryAnswer = {
  delivery: {
    health: 'PENDING',
    deliveryId: '3c1f0f0c-1c1e-4a57-8d3e-7c9f6f1f2d44',
    triggerId: 'trg_0123456789abcdef0123456789abcdef',
    configurationId: '7d1f0f0c-1c1e-4a57-8d3e-7c9f6f1f2c33',
    loadState: 'partial',
    payloadVersion: 'v2',
    attempts: 1,
    nextAttemptAt: '2026-11-21T15:00:35.000Z',
    createdAt: '2026-11-21T15:00:00.000Z',
    closedAt: null,
  },
};
const cursors = { older: null, newer: '918' };
export const deliveriesExample: DeliveriesAnswer = { deliveries: [deliveryExample.delivery], ...cursors };
export const eventsExample: EventsAnswer = {
  events: [
    {
      triggerId: deliveryExample.delivery.triggerId,
      docType: 'RUC',
      taxId: '20990000019',
      isTest: false,
      state: 'DISPATCHED',
      loadState: 'partial',
      createdAt: '2026-11-21T14:59:40.000Z',
      dispatchedAt: '2026-11-21T15:00:00.000Z',
      deliveries: [deliveryExample.delivery],
    },
  ],
  ...cursors,
};
export const attemptsExample: ReplyOf<'attempts.list'> = {
  attempts: [
    {
      number: 1,
      state: 'FAILED',
      isManual: false,
      possibleDuplicateOf: null,
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
      requestHeaders: [{ name: 'X-Api-Key', value: '••••' }],
      responseBody: 'oops',
      responseTruncated: false,
    },
  ],
};
