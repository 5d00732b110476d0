import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Handles } from '@vigia/messaging';
import { Vault } from '../secrets/vault.js';
import { ConfigurationBook } from './configuration-book.js';
import { ConfigurationList } from './configuration-list.js';

/** The gateway lets only administrators come as far as the messages that change something. */
@Controller()
export class ConfigurationsController {
  constructor(
    private readonly book: ConfigurationBook,
    private readonly configurations: ConfigurationList,
    private readonly vault: Vault,
  ) {}

  @Handles('webhooks.key')
  async key(_: PayloadOf<'webhooks.key'>): Promise<ReplyOf<'webhooks.key'>> {
    return { sealTo: await this.vault.sealTo() };
  }

  @Handles('webhooks.create')
  async create(given: PayloadOf<'webhooks.create'>): Promise<ReplyOf<'webhooks.create'>> {
    const sealedSecretKey = await this.book.create(given);
    return { configuration: await this.configurations.one(given.corporationId, given.configurationId), sealedSecretKey };
  }

  @Handles('webhooks.edit')
  async edit(given: PayloadOf<'webhooks.edit'>): Promise<ReplyOf<'webhooks.edit'>> {
    await this.book.edit(given);
    return { configuration: await this.configurations.one(given.corporationId, given.configurationId) };
  }

  @Handles('webhooks.list')
  async list({ corporationId }: PayloadOf<'webhooks.list'>): Promise<ReplyOf<'webhooks.list'>> {
    return { configurations: await this.configurations.of(corporationId) };
  }
}
