import { randomUUID } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { panel, type PanelAnswer, type PayloadOf, type ReplyOf } from '@vigia/contracts';
import { Peers, secretEnvelope, twice } from '@vigia/messaging';
import { AuditLog } from '../../audit/audit-log.js';
import { Asked, Operation } from '../calls/operation.js';
import { asChanged, WebhookSettings } from './webhook-settings.js';

const { webhookSecrets } = panel;
type WebhookAnswer = PanelAnswer<typeof webhookSecrets.end>;
type Change = PayloadOf<'secrets.end'>;

/** The steps that change the secret of a webhook. */
@Controller()
export class SecretsController {
  constructor(
    private readonly peers: Peers,
    private readonly settings: WebhookSettings,
    private readonly audit: AuditLog,
  ) {}

  @Operation(webhookSecrets.prepare)
  async prepare(@Asked() asked: Asked<typeof webhookSecrets.prepare>): Promise<PanelAnswer<typeof webhookSecrets.prepare>> {
    const envelope = await secretEnvelope();
    const prepared = await this.recorded('prepare', asked, (change) =>
      this.peers.ask('secrets.prepare', { ...change, sealTo: envelope.sealTo }, twice),
    );
    return { webhook: asChanged(prepared.configuration), secretKey: await envelope.open(prepared.sealedSecretKey) };
  }

  @Operation(webhookSecrets.withdraw)
  async withdraw(@Asked() asked: Asked<typeof webhookSecrets.withdraw>): Promise<WebhookAnswer> {
    return shown(await this.recorded('withdraw', asked, (change) => this.peers.ask('secrets.withdraw', change, twice)));
  }

  @Operation(webhookSecrets.switch)
  async switch(@Asked() asked: Asked<typeof webhookSecrets.switch>): Promise<WebhookAnswer> {
    const switched = await this.recorded('switch', asked, async (change) => {
      const sealedSecretKey = await this.settings.seal(asked.body.secretKey);
      return this.peers.ask('secrets.switch', { ...change, sealedSecretKey }, twice);
    });
    return shown(switched);
  }

  @Operation(webhookSecrets.revert)
  async revert(@Asked() asked: Asked<typeof webhookSecrets.revert>): Promise<WebhookAnswer> {
    return shown(await this.recorded('revert', asked, (change) => this.peers.ask('secrets.revert', change, twice)));
  }

  @Operation(webhookSecrets.end)
  async end(@Asked() asked: Asked<typeof webhookSecrets.end>): Promise<WebhookAnswer> {
    return shown(await this.recorded('end', asked, (change) => this.peers.ask('secrets.end', change, twice)));
  }

  private recorded<T>(
    step: string,
    asked: Omit<Asked<typeof webhookSecrets.end>, 'body'>,
    work: (change: Change) => Promise<T>,
  ): Promise<T> {
    const { params, actor, self } = asked;
    const change = { ...params, corporationId: self.corporationId, changeId: randomUUID() };
    const act = { actor, action: `webhook.secret.${step}`, subject: params.configurationId };
    return this.audit.record(act, () => work(change));
  }
}

function shown({ configuration }: ReplyOf<'secrets.end'>): WebhookAnswer {
  return { webhook: asChanged(configuration) };
}
