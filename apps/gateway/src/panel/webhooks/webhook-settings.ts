import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { WebhookConfiguration } from '@vigia/contracts';
import { secretEnvelope } from '@vigia/messaging';
import { Dispatcher } from './dispatcher.js';
import { SealSettings } from './seal-settings.js';
import type { NewWebhookAnswer, NewWebhookBody, WebhookChangesBody } from './webhook-api.js';

const defaults = {
  name: null,
  description: null,
  payloadVersion: 'v1',
  standardHeaders: false,
  active: true,
  sealedHeaders: null,
  oauth: null,
} as const;

@Injectable()
export class WebhookSettings {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly sealing: SealSettings,
  ) {}

  /** The id is of our making: whoever could choose that of an existing one would be given its secret key. */
  async create(corporationId: string, { url, ...body }: NewWebhookBody): Promise<NewWebhookAnswer> {
    const [envelope, settings] = await Promise.all([secretEnvelope(), this.sealing.sealed(body)]);
    const { configuration, sealedSecretKey } = await this.dispatcher.askAgain('webhooks.create', {
      ...defaults,
      ...settings,
      url,
      corporationId,
      configurationId: randomUUID(),
      sealTo: envelope.sealTo,
    });
    return { webhook: configuration, secretKey: await envelope.open(sealedSecretKey) };
  }

  async edit(corporationId: string, configurationId: string, body: WebhookChangesBody): Promise<WebhookConfiguration> {
    const changes = await this.sealing.sealed(body);
    return (await this.dispatcher.askAgain('webhooks.edit', { corporationId, configurationId, changes })).configuration;
  }
}
