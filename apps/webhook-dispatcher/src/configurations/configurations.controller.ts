import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Handles } from '@vigia/messaging';
import { Vault } from '../secrets/vault.js';
import { ConfigurationStore } from './configuration-store.js';
import { Warnings } from './warnings.js';

/** The gateway sends the changing messages only for administrators. */
@Controller()
export class ConfigurationsController {
  constructor(
    private readonly configurationStore: ConfigurationStore,
    private readonly vault: Vault,
    private readonly warnings: Warnings,
  ) {}

  @Handles('webhooks.key')
  async key(_: PayloadOf<'webhooks.key'>): Promise<ReplyOf<'webhooks.key'>> {
    return { sealTo: await this.vault.sealTo() };
  }

  @Handles('webhooks.create')
  async create(given: PayloadOf<'webhooks.create'>): Promise<ReplyOf<'webhooks.create'>> {
    const sealedSecretKey = await this.configurationStore.create(given);
    return { configuration: await this.configurationStore.changed(given.corporationId, given.configurationId), sealedSecretKey };
  }

  @Handles('webhooks.edit')
  async edit(given: PayloadOf<'webhooks.edit'>): Promise<ReplyOf<'webhooks.edit'>> {
    await this.configurationStore.edit(given);
    return { configuration: await this.configurationStore.changed(given.corporationId, given.configurationId) };
  }

  @Handles('webhooks.list')
  async list({ corporationId }: PayloadOf<'webhooks.list'>): Promise<ReplyOf<'webhooks.list'>> {
    return { configurations: await this.configurationStore.list(corporationId) };
  }

  @Handles('webhooks.warnings')
  async listWarnings({ corporationId }: PayloadOf<'webhooks.warnings'>): Promise<ReplyOf<'webhooks.warnings'>> {
    return { warnings: await this.warnings.list(corporationId) };
  }
}
