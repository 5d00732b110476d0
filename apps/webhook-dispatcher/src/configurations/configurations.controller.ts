import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Handles, type HandlerContext } from '@vigia/messaging';
import { SendTest } from '../events/send-test.js';
import { Vault } from '../secrets/vault.js';
import { ConfigurationBook } from './configuration-book.js';
import { ConfigurationList } from './configuration-list.js';
import { Preflight } from './preflight.js';

/** The gateway lets only administrators come as far as the messages that change something. */
@Controller()
export class ConfigurationsController {
  constructor(
    private readonly book: ConfigurationBook,
    private readonly configurations: ConfigurationList,
    private readonly vault: Vault,
    private readonly tests: SendTest,
    private readonly preflights: Preflight,
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

  @Handles('webhooks.test')
  async test({ corporationId, configurationId }: PayloadOf<'webhooks.test'>): Promise<ReplyOf<'webhooks.test'>> {
    return { triggerId: await this.tests.send(corporationId, configurationId) };
  }

  @Handles('webhooks.preflight')
  async preflight(
    { corporationId, configurationId }: PayloadOf<'webhooks.preflight'>,
    { signal }: HandlerContext,
  ): Promise<ReplyOf<'webhooks.preflight'>> {
    const row = await this.configurations.row(corporationId, configurationId);
    return { steps: await this.preflights.run(row, signal) };
  }
}
