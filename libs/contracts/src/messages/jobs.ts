import { type Static, Type } from 'typebox';
import type { SourceName } from '../sources/catalogue.js';
import { sourceName, uuid } from '../schema/vocabulary.js';
import { closed } from '../schema/fields.js';

/** One task of a load: ask one source about one document. The row holds the rest. */
export const sourceJob = closed({ v: Type.Literal(1), loadId: uuid, source: sourceName });
export type SourceJob = Static<typeof sourceJob>;

export function sourceQueue(source: SourceName): string {
  return `source-${source}`;
}

/** One attempt of one delivery. The row holds the rest, secrets above all. */
export const deliveryJob = closed({ v: Type.Literal(1), deliveryId: uuid, attempt: Type.Integer({ minimum: 1 }) });
export type DeliveryJob = Static<typeof deliveryJob>;

/** Failing receivers fill the retry lane and never the lane of first attempts. */
export const deliveryLanes = ['first', 'retry'] as const;
export type DeliveryLane = (typeof deliveryLanes)[number];

export function deliveryQueue(lane: DeliveryLane): string {
  return `delivery-${lane}`;
}

/** Wakes one process that waits for a row. It may get lost: the process also checks the row from time to time. */
export const notice = closed({ topic: Type.Literal('request-finished'), id: uuid });
export type Notice = Static<typeof notice>;
