import { Injectable } from '@nestjs/common';
import type { PayloadOf } from '@vigia/contracts';
import { sealSecret } from '@vigia/messaging';
import { Dispatcher } from './dispatcher.js';
import type { WebhookChangesBody } from './webhook-api.js';

type Changes = PayloadOf<'webhooks.edit'>['changes'];

/** Headers and client secrets leave this process for the dispatcher alone: neither the broker nor its store can read them. */
@Injectable()
export class SealSettings {
  constructor(private readonly dispatcher: Dispatcher) {}

  async sealed({ headers, oauth, ...plain }: WebhookChangesBody): Promise<Changes> {
    return {
      ...plain,
      ...(headers !== undefined && { sealedHeaders: headers && (await this.seal(headers)) }),
      ...(oauth !== undefined && { oauth: oauth && (await this.sealedOAuth(oauth)) }),
    };
  }

  private async sealedOAuth({
    clientSecret,
    audience = null,
    scope = null,
    ...token
  }: NonNullable<WebhookChangesBody['oauth']>): Promise<NonNullable<Changes['oauth']>> {
    return { ...token, audience, scope, ...(clientSecret && { sealedClientSecret: await this.seal(clientSecret) }) };
  }

  private async seal(secret: string): Promise<string> {
    const { sealTo } = await this.dispatcher.askAgain('webhooks.key', {});
    return sealSecret(secret, sealTo);
  }
}
