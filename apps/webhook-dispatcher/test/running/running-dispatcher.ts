import { randomBytes, randomUUID } from 'node:crypto';
import type { PayloadOf, ReplyOf, RequestName, WebhookAttempt, WebhookDelivery, WebhookEvent } from '@vigia/contracts';
import { connectBroker, sealSecret, secretEnvelope, type Broker } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { readSettings, startService, type RunningService } from '@vigia/service-kit';
import {
  anyBroker,
  brokerUrl,
  createTestDatabase,
  PatientMessages,
  untilAnswered,
  waitUntil,
  type TestDatabase,
  testOrigin,
} from '@vigia/testing';
import { webhookDispatcher, webhookDispatcherSettings } from '../../src/app.module.js';
import { StoredProfiles } from './stored-profiles.js';

type Environment = Record<string, string>;
type Settings = Omit<PayloadOf<'webhooks.create'>, 'corporationId' | 'configurationId' | 'sealTo' | 'sealedHeaders' | 'oauth'> & {
  headers: string | null;
  oauth: { tokenUrl: string; clientId: string; clientSecret?: string; audience: string | null; scope: string | null } | null;
};

const timeoutMs = 60_000;
const defaults: Omit<Settings, 'url'> = {
  name: null,
  description: null,
  payloadVersion: 'v1',
  standardHeaders: false,
  active: true,
  headers: null,
  oauth: null,
};

export const newMasterKey = (id = 'k1') => `${id}:${randomBytes(32).toString('base64url')}`;

/** Dispatchers on their own database, called like the real ones: by messages. */
export class RunningDispatcher {
  private readonly services: RunningService[] = [];
  readonly profiles = new StoredProfiles(this.database);
  private readonly messages = new PatientMessages(this.broker);

  private constructor(
    readonly database: TestDatabase,
    readonly brokerUrl: string,
    readonly broker: Broker,
    private readonly environment: Environment,
  ) {}

  static async start(environment: Environment = {}): Promise<RunningDispatcher> {
    const database = await createTestDatabase();
    const url = await brokerUrl(anyBroker(), database.url);
    const broker = await connectBroker({ url, service: 'test', logger: createLogger('test', { level: 'silent' }) });
    const running = new RunningDispatcher(database, url, broker, {
      DATABASE_URL: database.url,
      VIGIA_BROKER_URL: url,
      VIGIA_LOG_FILE: '/dev/null',
      VIGIA_SHUTDOWN_GRACE_MS: '500',
      VIGIA_WEBHOOK_KEYS: newMasterKey(),
      VIGIA_WEBHOOK_ALLOW_HTTP: 'true',
      VIGIA_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
      VIGIA_WEBHOOK_PORTS: 'any',
      VIGIA_WEBHOOK_RETRIES: '50ms,100ms',
      ...environment,
    });
    await running.startReplica();
    return running;
  }

  async startReplica(environment: Environment = {}): Promise<RunningService> {
    const settings = readSettings(webhookDispatcherSettings, this.environmentOf(environment));
    const service = await startService(webhookDispatcher, settings, { listen: false });
    this.services.push(service);
    return service;
  }

  environmentOf(environment: Environment): Environment {
    return { ...this.environment, ...environment };
  }

  async stopReplicas(): Promise<void> {
    await Promise.all(this.services.splice(0).map((service) => service.close()));
  }

  async stop(): Promise<void> {
    await this.stopReplicas();
    await this.broker.close();
    await this.database.drop();
  }

  ask<N extends RequestName>(name: N, payload: PayloadOf<N>): Promise<ReplyOf<N>> {
    return this.messages.request(name, payload, { timeoutMs });
  }

  async create(corporationId: string, given: Partial<Settings> & { url: string }) {
    const { headers, oauth, ...plain } = { ...defaults, ...given };
    const envelope = await secretEnvelope();
    const { configuration, sealedSecretKey } = await this.ask('webhooks.create', {
      corporationId,
      configurationId: randomUUID(),
      sealTo: envelope.sealTo,
      ...plain,
      sealedHeaders: headers === null ? null : await this.sealed(headers),
      oauth: oauth && (await this.sealedOAuth(oauth)),
    });
    return { ...configuration, secretKey: await envelope.open(sealedSecretKey) };
  }

  /** The secret of a configuration, changed step by step. */
  secretOf(corporationId: string, configurationId: string) {
    const change = (changeId: string = randomUUID()) => ({ corporationId, configurationId, changeId });
    return {
      /** Returns the new secret key. */
      prepare: async (changeId?: string) => {
        const envelope = await secretEnvelope();
        const { sealedSecretKey } = await this.ask('secrets.prepare', { ...change(changeId), sealTo: envelope.sealTo });
        return envelope.open(sealedSecretKey);
      },
      switch: async (secretKey: string, changeId?: string) =>
        this.ask('secrets.switch', { ...change(changeId), sealedSecretKey: await this.sealed(secretKey) }),
      withdraw: (changeId?: string) => this.ask('secrets.withdraw', change(changeId)),
      revert: (changeId?: string) => this.ask('secrets.revert', change(changeId)),
      end: (changeId?: string) => this.ask('secrets.end', change(changeId)),
    };
  }

  async sealedOAuth({ clientSecret, ...token }: NonNullable<Settings['oauth']>) {
    return { ...token, ...(clientSecret !== undefined && { sealedClientSecret: await this.sealed(clientSecret) }) };
  }

  async sealed(secret: string): Promise<string> {
    return sealSecret(secret, (await this.ask('webhooks.key', {})).sealTo);
  }

  trigger(corporationId: string, taxId: string, given: Partial<PayloadOf<'webhooks.trigger'>> = {}) {
    const usual = { requestId: randomUUID(), docType: 'RUC', mode: 'monitoring', origin: testOrigin } as const;
    return this.ask('webhooks.trigger', { ...usual, corporationId, taxId, ...given });
  }

  /** A row may be locked for longer than the dispatcher waits. Nothing was done then, and the client tries again. */
  triggerPatiently(corporationId: string, taxId: string, given: Partial<PayloadOf<'webhooks.trigger'>> = {}) {
    const asked = { requestId: randomUUID(), ...given };
    return untilAnswered(() => this.trigger(corporationId, taxId, asked));
  }

  async event(corporationId: string, triggerId: string): Promise<WebhookEvent> {
    const { events } = await this.ask('events.list', { corporationId, triggerId, limit: 1 });
    return events[0]!;
  }

  /** The only delivery of an event, once it is as expected. */
  delivery(corporationId: string, triggerId: string, stands: (delivery: WebhookDelivery) => boolean): Promise<WebhookDelivery> {
    return waitUntil(
      async () => {
        const [delivery] = (await this.event(corporationId, triggerId)).deliveries;
        if (delivery && stands(delivery)) return delivery;
        throw new Error(JSON.stringify(delivery));
      },
      { what: `the delivery of ${triggerId}` },
    );
  }

  /** Waits until an event has this many deliveries and all of them are decided. */
  async closedAll(corporationId: string, triggerId: string, count: number): Promise<WebhookDelivery[]> {
    return waitUntil(
      async () => {
        const { deliveries } = await this.event(corporationId, triggerId);
        return deliveries.length === count && deliveries.every(({ state }) => state !== 'PENDING') && deliveries;
      },
      { what: `all deliveries of ${triggerId}` },
    );
  }

  async closed(corporationId: string, triggerId: string) {
    const delivery = await this.delivery(corporationId, triggerId, ({ state }) => state !== 'PENDING');
    return { delivery, attempts: await this.attempts(corporationId, delivery.deliveryId) };
  }

  async attempts(corporationId: string, deliveryId: string): Promise<WebhookAttempt[]> {
    return (await this.ask('attempts.list', { corporationId, deliveryId })).attempts;
  }
}
