import { Injectable } from '@nestjs/common';
import {
  VigiaError,
  type ChangedConfiguration,
  type panel,
  type PanelAnswer,
  type PanelRequest,
  type PayloadOf,
  type WebhookConfiguration,
} from '@vigia/contracts';
import { Peers, sealSecret, secretEnvelope, twice } from '@vigia/messaging';

type NewWebhook = PanelRequest<typeof panel.webhooks.create>['body'];
export type Changes = Omit<PanelRequest<typeof panel.webhooks.edit>['body'], 'expectedUpdatedAt'>;
type SealedChanges = PayloadOf<'webhooks.edit'>['changes'];

const mostHeaderBytes = 20_000;
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
  constructor(private readonly peers: Peers) {}

  async create(
    corporationId: string,
    configurationId: string,
    { url, ...body }: NewWebhook,
  ): Promise<PanelAnswer<typeof panel.webhooks.create>> {
    const [envelope, settings] = await Promise.all([secretEnvelope(), this.sealed(body)]);
    const created = { ...defaults, ...settings, url, corporationId, configurationId, sealTo: envelope.sealTo };
    const { configuration, sealedSecretKey } = await this.peers.ask('webhooks.create', created, twice);
    return { webhook: asChanged(configuration), secretKey: await envelope.open(sealedSecretKey) };
  }

  async edit(which: Omit<PayloadOf<'webhooks.edit'>, 'changes'>, body: Changes): Promise<ChangedConfiguration> {
    const changes = await this.sealed(body);
    const { configuration } = await this.peers.ask('webhooks.edit', { ...which, changes }, twice);
    return asChanged(configuration);
  }

  /** Only the dispatcher can read headers and client secrets that leave this process; neither the broker nor its store can. */
  private async sealed({ headers, oauth, ...plain }: Changes): Promise<SealedChanges> {
    return {
      ...plain,
      ...(headers !== undefined && { sealedHeaders: headers && (await this.seal(ofSendableLength(headers))) }),
      ...(oauth !== undefined && { oauth: oauth && (await this.sealedOAuth(oauth)) }),
    };
  }

  private async sealedOAuth(oauth: NonNullable<Changes['oauth']>): Promise<NonNullable<SealedChanges['oauth']>> {
    const { clientSecret, audience = null, scope = null, ...token } = oauth;
    return { ...token, audience, scope, ...(clientSecret && { sealedClientSecret: await this.seal(clientSecret) }) };
  }

  async seal(secret: string): Promise<string> {
    const { sealTo } = await this.peers.ask('webhooks.key', {}, twice);
    return sealSecret(secret, sealTo);
  }
}

/** The dispatcher says what is wrong with headers, but a message has room for so many bytes only. */
function ofSendableLength(headers: string): string {
  if (Buffer.byteLength(headers) > mostHeaderBytes) {
    throw VigiaError.of('bad_request', { detail: `headers must not be longer than ${mostHeaderBytes} bytes` });
  }
  return headers;
}

/** Only the list counts deliveries. */
export function asChanged({ lastDay: _, ...changed }: WebhookConfiguration): ChangedConfiguration {
  return changed;
}
