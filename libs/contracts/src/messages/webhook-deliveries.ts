import { Type, type Static } from 'typebox';
import { closed, group, nullable } from '../schema/fields.js';
import { apiVersion } from '../summary/summary-view.js';
import { request } from './definition.js';
import {
  document,
  docType,
  failureClass,
  instant as givenInstant,
  writtenInstant,
  mode,
  origin,
  profileStates,
  taxId,
  uuid,
} from '../schema/vocabulary.js';

const triggerId = Type.String({ pattern: '^trg_[0-9a-f]{32}$' });
const page = {
  /** Positions from an earlier page: rows older than `before`, or newer than `after`. Always newest first. */
  before: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$' })),
  after: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$' })),
  limit: Type.Integer({ minimum: 1, maximum: 100 }),
};
const nullableCount = (description: string) => nullable(Type.Integer(), { description });
/** `from` is included, `to` is not. */
const span = { from: Type.Optional(givenInstant), to: Type.Optional(givenInstant) };

export const deliveryStates = ['PENDING', 'SUCCEEDED', 'FAILED', 'SKIPPED_INACTIVE'] as const;
const attemptStates = ['IN_FLIGHT', 'SUCCEEDED', 'FAILED', 'INTERRUPTED'] as const;
const eventStates = ['LOADING_PROFILE', 'DISPATCHED'] as const;
const httpClass = Type.Enum(['2', '3', '4', '5', 'none'], {
  description: 'first digit of the HTTP status of the latest ended attempt; `none`: it failed without a response',
});
const deliveryState = Type.Enum([...deliveryStates], { title: 'DeliveryHealth' });
const eventState = Type.Enum([...eventStates], { title: 'EventState' });

const loadStateOf = (what: string) => `how the load ended that the ${what} reports, whether or not it arrives; null: not ended`;

export const lastUrl = nullable(Type.String(), {
  description: 'URL that the latest attempt was made to; null: no attempt yet, or not recorded',
});

const delivery = closed({
  deliveryId: uuid,
  position: Type.String(),
  triggerId,
  configurationId: uuid,
  docType,
  taxId,
  isTest: Type.Boolean(),
  state: deliveryState,
  loadState: nullable(Type.Enum([...profileStates]), { description: loadStateOf('delivery') }),
  payloadVersion: nullable(apiVersion),
  attempts: Type.Integer({ description: 'number of attempts, with one under way' }),
  url: lastUrl,
  lastStatus: nullableCount('HTTP status of the latest ended attempt; null: none has ended, it had no response, or not recorded'),
  lastFailure: nullable(failureClass, {
    description: 'kind of failure of the latest ended attempt; null: none has ended, it succeeded, or not recorded',
  }),
  nextAttemptAt: nullable(writtenInstant, { description: 'when the next attempt is due; null: none is scheduled' }),
  createdAt: writtenInstant,
  closedAt: nullable(writtenInstant, { description: 'when the delivery ended; null: not ended, or being sent again' }),
});
export type WebhookDelivery = Static<typeof delivery>;

/** What stays of the deliveries of an event. */
export const whatIsKept = {
  deliveriesKept: Type.Boolean({
    description: 'false: the event is older than 13 months, and deliveries that ended that long ago are no longer listed',
  }),
  bodies: Type.Array(group('SentBody', { version: apiVersion, sha256: Type.String() }), {
    description: 'SHA-256, in hexadecimal, of the body in each version for a receiver; stays when the body and the deliveries are gone',
  }),
};

const event = closed({
  triggerId,
  position: Type.String(),
  docType,
  taxId,
  isTest: Type.Boolean(),
  state: eventState,
  loadState: nullable(Type.Enum([...profileStates]), { description: loadStateOf('event') }),
  actor: nullable(Type.String(), { description: 'who asked for the event; null: not recorded' }),
  createdAt: writtenInstant,
  dispatchedAt: nullable(writtenInstant, { description: 'when its deliveries were written; null: it still waits for a load' }),
  deliveries: Type.Array(delivery),
  ...whatIsKept,
});
export type WebhookEvent = Static<typeof event>;

const attempt = group('DeliveryAttempt', {
  number: Type.Integer({ description: 'number of the attempt, from 1' }),
  state: Type.Enum([...attemptStates], {
    description: 'state of the attempt; INTERRUPTED: Vigía stopped meanwhile, and the receiver may have the delivery',
  }),
  isManual: Type.Boolean({ description: 'whether the attempt follows from a resend' }),
  possibleDuplicateOf: nullableCount('number of the interrupted attempt just before, which the receiver may have; null: none'),
  url: nullable(Type.String(), { description: 'URL that the attempt was made to; null: not recorded' }),
  startedAt: writtenInstant,
  endedAt: nullable(writtenInstant, { description: 'end of the attempt; null: under way' }),
  failure: nullable(failureClass, { description: 'kind of failure; null: the attempt did not fail' }),
  detail: nullable(Type.String(), { description: 'sentence about the failure; null: the attempt did not fail' }),
  status: nullableCount('HTTP status of the response; null: no response'),
  remoteAddress: nullable(Type.String(), { description: 'IP address of the receiver; null: not known' }),
  tokenMs: nullableCount('milliseconds that the OAuth token took; null: no OAuth, or not recorded'),
  connectMs: nullableCount('milliseconds from the start of the exchange to the open connection; null: it was open already, or no response'),
  firstByteMs: nullableCount('milliseconds from the start of the exchange to the first byte of the response; null: no response'),
  totalMs: nullableCount('milliseconds of the whole exchange, without the token; null: no response'),
  signedBy: nullable(Type.Array(Type.Integer()), {
    description:
      'numbers of the secrets: the first one signed `X-Service-Signature`, each of them signed `webhook-signature`; empty: no request was sent; null: not recorded',
  }),
  requestHeaders: Type.Array(group('SentHeader', { name: Type.String(), value: Type.String() }), {
    description: 'headers that were sent, with values masked that may be secrets; empty: no request was sent, or under way or interrupted',
  }),
  responseBody: nullable(Type.String(), {
    description:
      'first 4 KiB of the response, with `••••` for custom header values, tokens and client secrets that it repeats; null: no response, or not kept, as after 90 days',
  }),
  responseTruncated: nullable(Type.Boolean(), {
    description: 'whether the response was longer than the part that is kept; null: no response, or not kept',
  }),
});
export type WebhookAttempt = Static<typeof attempt>;

const ofDelivery = closed({ corporationId: uuid, deliveryId: uuid });

/** The findings of this release. A later release may know others. */
export type SignatureFinding =
  | 'match'
  | 'match_other_secret'
  | 'prefix_missing'
  | 'upper_case_hex'
  | 'base64_digest'
  | 'trailing_newline'
  | 'reserialized_json'
  | 'bom_added'
  | 'body_changed'
  | 'secret_with_whitespace'
  | 'secret_decoded'
  | 'secret_not_decoded'
  | 'id_or_timestamp_missing'
  | 'other_secret'
  | 'not_keyed'
  | 'other_algorithm'
  | 'not_a_signature'
  | 'unknown';

export const webhookDeliveryMessages = {
  /** Idempotent by requestId. `loading`: the delivery waits for the end of a load. */
  'webhooks.trigger': request(
    'webhook-dispatcher',
    closed({ requestId: uuid, corporationId: uuid, ...document.properties, mode, origin }),
    closed({ triggerId, loading: Type.Boolean() }),
  ),
  /** The bodies as a trigger would send them now, with a placeholder for its id. */
  'webhooks.preview': request(
    'webhook-dispatcher',
    closed({ corporationId: uuid, ...document.properties }),
    closed({ v1: Type.String(), v2: Type.String() }),
  ),
  /** Explains why the signature that a receiver calculated for a delivery differs from the one that was sent. */
  'webhooks.diagnose': request(
    'webhook-dispatcher',
    closed({
      ...ofDelivery.properties,
      signature: Type.String({ maxLength: 500 }),
      /** Base64 of the bytes that the receiver signed, if it knows them. */
      receivedBody: Type.Optional(Type.String({ maxLength: 1_400_000 })),
      /** The headers of a Standard Webhooks signature, as they arrived. */
      webhookId: Type.Optional(Type.String({ maxLength: 200 })),
      webhookTimestamp: Type.Optional(Type.String({ maxLength: 20 })),
    }),
    group('SignatureFinding', {
      finding: Type.String({
        description:
          '`match`: made with the secret that signs now; `match_other_secret`: made with the other valid secret of the configuration, while secrets change; `other_secret`: made with a secret of another configuration; any other value names a mistake, or is `unknown`',
      }),
    }),
  ),
  'events.list': request(
    'webhook-dispatcher',
    closed({
      corporationId: uuid,
      triggerId: Type.Optional(triggerId),
      taxId: Type.Optional(taxId),
      state: Type.Optional(eventState),
      /** Events with a delivery in this state; if a configuration is also given, with such a delivery to it. */
      health: Type.Optional(deliveryState),
      configurationId: Type.Optional(uuid),
      isTest: Type.Optional(Type.Boolean()),
      ...span,
      ...page,
    }),
    closed({ events: Type.Array(event) }),
  ),
  'deliveries.list': request(
    'webhook-dispatcher',
    closed({
      corporationId: uuid,
      configurationId: Type.Optional(uuid),
      state: Type.Optional(deliveryState),
      httpClass: Type.Optional(httpClass),
      failure: Type.Optional(failureClass),
      isTest: Type.Optional(Type.Boolean()),
      ...span,
      ...page,
    }),
    closed({ deliveries: Type.Array(delivery) }),
  ),
  'deliveries.one': request('webhook-dispatcher', ofDelivery, closed({ delivery })),
  /** The exact bytes that are sent. Null once they are purged; the hash stays. */
  'deliveries.body': request('webhook-dispatcher', ofDelivery, closed({ body: nullable(Type.String()), sha256: Type.String() })),
  'deliveries.resend': request('webhook-dispatcher', ofDelivery, closed({ delivery })),
  /** Resends the deliveries that have failed since. With `countOnly` it only counts them. */
  'deliveries.recover': request(
    'webhook-dispatcher',
    closed({ corporationId: uuid, configurationId: uuid, since: givenInstant, countOnly: Type.Boolean() }),
    group('DeliveryCount', { count: Type.Integer() }),
  ),
  /** The 100 newest, oldest first. */
  'attempts.list': request('webhook-dispatcher', ofDelivery, group('AttemptList', { attempts: Type.Array(attempt) })),
};
