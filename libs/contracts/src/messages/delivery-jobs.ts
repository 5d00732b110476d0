import { Type, type Static } from 'typebox';
import { closed } from './definition.js';
import { uuid } from './vocabulary.js';

/** One attempt of one delivery. The row holds the rest, secrets above all. */
export const deliveryJob = closed({ v: Type.Literal(1), deliveryId: uuid, attempt: Type.Integer({ minimum: 1 }) });
export type DeliveryJob = Static<typeof deliveryJob>;

/** Receivers that fail fill the lane of the retries and never that of the first attempts. */
export const deliveryLanes = ['first', 'retry'] as const;
export type DeliveryLane = (typeof deliveryLanes)[number];

export function deliveryQueue(lane: DeliveryLane): string {
  return `delivery-${lane}`;
}
