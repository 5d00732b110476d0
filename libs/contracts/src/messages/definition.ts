import { Type, type Static, type TSchema } from 'typebox';

export const serviceNames = ['gateway', 'profile-loader', 'billing', 'webhook-dispatcher', 'data-importer'] as const;
export type ServiceName = (typeof serviceNames)[number];

/**
 * `request`: the caller needs the answer now; after the deadline the message is dropped unread.
 * `event`: it must arrive, however late; the sender keeps a row until the owner acknowledges it.
 */
export interface MessageDefinition<Payload extends TSchema = TSchema, Reply extends TSchema = TSchema> {
  kind: 'request' | 'event';
  owner: ServiceName;
  payload: Payload;
  reply: Reply;
}

export function request<P extends TSchema, R extends TSchema>(owner: ServiceName, payload: P, reply: R) {
  return { kind: 'request', owner, payload, reply } as const satisfies MessageDefinition<P, R>;
}

const acknowledgement = Type.Object({});

export function event<P extends TSchema>(owner: ServiceName, payload: P): MessageDefinition<P, typeof acknowledgement>;
export function event<P extends TSchema, R extends TSchema>(owner: ServiceName, payload: P, reply: R): MessageDefinition<P, R>;
export function event(owner: ServiceName, payload: TSchema, reply: TSchema = acknowledgement): MessageDefinition {
  return { kind: 'event', owner, payload, reply };
}

export type { Static, TSchema };
