import { Type, type Static } from 'typebox';
import { closed, group, nullable } from '../schema/fields.js';
import { apiVersion } from '../summary/summary-view.js';
import { request } from './definition.js';
import { docType, failureClass, instant, taxId, uuid, writtenInstant } from '../schema/vocabulary.js';

/** Stands for `Descarga Resumen de Perfil`, the only event there is. */
export const webhookType = 'resumen_perfil';

const sealed = Type.String({ maxLength: 40_000 });
const own = { corporationId: uuid, configurationId: uuid };

const tokenRequest = {
  tokenUrl: Type.String({ minLength: 1, maxLength: 2048 }),
  clientId: Type.String({ minLength: 1, maxLength: 500 }),
  audience: nullable(Type.String({ minLength: 1, maxLength: 500 })),
  scope: nullable(Type.String({ minLength: 1, maxLength: 1000 })),
};

/**
 * The settings that a person enters. Secrets come sealed to `webhooks.key`: the headers as the JSON text that was typed, the client secret
 * as it is. On edit, a field that is left out keeps its value, and so does a client secret; null removes headers or OAuth.
 */
const settings = {
  name: nullable(Type.String({ minLength: 1, maxLength: 80 })),
  url: Type.String({ minLength: 1, maxLength: 2048 }),
  description: nullable(Type.String({ minLength: 1, maxLength: 500 })),
  payloadVersion: apiVersion,
  standardHeaders: Type.Boolean(),
  active: Type.Boolean(),
  sealedHeaders: nullable(sealed),
  oauth: nullable(closed({ ...tokenRequest, sealedClientSecret: Type.Optional(sealed) })),
};

/** `prepared`: the other secret is the next one; `switched`: it is the previous one. */
const secretChangeStates = ['prepared', 'switched'] as const;

const asChanged = {
  configurationId: uuid,
  type: Type.Enum([webhookType], { title: 'WebhookType' }),
  name: settings.name,
  url: settings.url,
  description: settings.description,
  payloadVersion: settings.payloadVersion,
  standardHeaders: settings.standardHeaders,
  active: settings.active,
  /** Values are never shown again. */
  headerNames: Type.Array(Type.String()),
  oauth: nullable(group('WebhookOAuth', tokenRequest)),
  health: group('WebhookHealth', {
    failuresInRow: Type.Integer({ description: 'number of failed attempts in a row, without tests and resends' }),
    failingSince: nullable(writtenInstant, { description: 'first failure of the row; null: no failure since the last success' }),
    warnedAt: nullable(
      Type.String({
        format: 'date-time',
        description: 'when the present warning about failed deliveries was raised; null: no warning now',
      }),
    ),
  }),
  /** The number of the signing secret, and the one that is valid beside it during a change of secrets. */
  secret: group('WebhookSecret', {
    number: Type.Integer(),
    change: nullable(
      group('SecretChange', {
        state: Type.Enum([...secretChangeStates]),
        otherNumber: Type.Integer(),
        since: writtenInstant,
        until: nullable(writtenInstant, {
          description: 'when the old secret is forgotten, unless somebody ends it earlier; null until the switch',
        }),
      }),
    ),
  }),
  createdAt: writtenInstant,
  updatedAt: writtenInstant,
};

export const webhookConfiguration = group('Webhook', {
  ...asChanged,
  /**
   * Deliveries that began in the last 24 hours, as counted for the list. The answer to a change has zeros, which gateways of the previous
   * release pass on.
   */
  lastDay: group(
    'DeliveryCounts',
    { succeeded: Type.Integer(), failed: Type.Integer(), pending: Type.Integer() },
    {
      description:
        'deliveries that began in the last 24 hours, without tests; from 1000 of all your webhooks on, as they were up to 30 seconds ago',
    },
  ),
});
export type WebhookConfiguration = Static<typeof webhookConfiguration>;

/** The answer to a change, without counts of deliveries. */
export const changedConfiguration = group('WebhookAsChanged', asChanged);
export type ChangedConfiguration = Static<typeof changedConfiguration>;

/** After this many failures in a row the corporation is warned. Nothing is switched off. */
export const failuresUntilWarned = 10;
const warningCauses = ['ten_in_a_row', 'an_hour'] as const;
const warningEnds = ['recovered', 'switched_off'] as const;

const warning = group('WebhookWarning', {
  warningId: uuid,
  configurationId: uuid,
  name: settings.name,
  url: settings.url,
  cause: Type.Enum([...warningCauses], { title: 'WarningCause' }),
  /** The current number. */
  failuresInRow: Type.Integer(),
  failingSince: writtenInstant,
  raisedAt: writtenInstant,
  endedAt: nullable(writtenInstant, { description: 'end of the warning, which is then shown for a day; null while it lasts' }),
  endedAs: nullable(Type.Enum([...warningEnds], { title: 'WarningEnd' }), { description: 'how the warning ended; null while it lasts' }),
  example: nullable(
    group('FailedDelivery', {
      deliveryId: uuid,
      triggerId: Type.String(),
      docType,
      taxId,
      lastStatus: nullable(Type.Integer(), { description: 'HTTP status of its latest ended attempt; null: no response' }),
      lastFailure: nullable(failureClass),
    }),
    { description: 'latest delivery with a failed attempt; null: the warning has ended, or there is none any more' },
  ),
});
export type WebhookWarning = Static<typeof warning>;

const preflightSteps = ['address', 'token', 'answer'] as const;

export const webhookConfigurationMessages = {
  /** A public key that secrets for the dispatcher are sealed to. */
  'webhooks.key': request('webhook-dispatcher', closed({}), closed({ sealTo: Type.String() })),
  /** The only reply that holds the secret key, sealed to the caller. The caller chooses the id, so that it can safely repeat the call. */
  'webhooks.create': request(
    'webhook-dispatcher',
    closed({ ...own, sealTo: Type.String({ maxLength: 400 }), ...settings }),
    closed({ configuration: webhookConfiguration, sealedSecretKey: Type.String() }),
  ),
  /** `expectedUpdatedAt`: refused if the configuration was changed after this instant, unless it already is as these changes would make it. */
  'webhooks.edit': request(
    'webhook-dispatcher',
    closed({
      ...own,
      expectedUpdatedAt: Type.Optional(instant),
      changes: Type.Partial(closed(settings), { additionalProperties: false }),
    }),
    closed({ configuration: webhookConfiguration }),
  ),
  'webhooks.list': request(
    'webhook-dispatcher',
    closed({ corporationId: uuid }),
    closed({ configurations: Type.Array(webhookConfiguration) }),
  ),
  'webhooks.warnings': request(
    'webhook-dispatcher',
    closed({ corporationId: uuid }),
    group('WebhookWarnings', { warnings: Type.Array(warning) }),
  ),
  /** Grouped by the hour in which deliveries began, oldest first, without tests. A resend changes none of the numbers. */
  'webhooks.health': request(
    'webhook-dispatcher',
    closed({ ...own, hours: Type.Integer({ minimum: 1, maximum: 168 }) }),
    group('WebhookHours', {
      hours: Type.Array(
        group('WebhookHour', {
          hour: writtenInstant,
          succeeded: Type.Integer(),
          failed: Type.Integer(),
          pending: Type.Integer(),
          p95Ms: nullable(
            Type.Integer({
              description:
                'milliseconds within which 95 % of the responses began, for the newest 500 deliveries of the hour; null: no response',
            }),
          ),
        }),
      ),
    }),
  ),
  /** Signs a sample and sends it once, the way a delivery is sent, and records it in the history as a test. */
  'webhooks.test': request('webhook-dispatcher', closed(own), group('TestedWebhook', { triggerId: Type.String() })),
  /** Sends the sample in the same way, but records nothing. The reply says which steps succeeded and which failed. */
  'webhooks.preflight': request(
    'webhook-dispatcher',
    closed(own),
    group('Preflight', {
      steps: Type.Array(
        group('PreflightStep', {
          step: Type.Enum([...preflightSteps], { title: 'PreflightStepName' }),
          ok: Type.Boolean(),
          detail: Type.String(),
          failure: Type.Optional(failureClass),
          status: Type.Optional(Type.Integer({ description: 'HTTP status of a response that is not a success' })),
        }),
      ),
    }),
  ),
};
