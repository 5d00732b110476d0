import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Handles } from '@vigia/messaging';
import { ConfigurationStore } from './configuration-store.js';
import { SecretChanges } from './secret-changes.js';

/** The gateway sends these messages only for administrators. */
@Controller()
export class SecretsController {
  constructor(
    private readonly secretChanges: SecretChanges,
    private readonly configurationStore: ConfigurationStore,
  ) {}

  @Handles('secrets.prepare')
  async prepare(asked: PayloadOf<'secrets.prepare'>): Promise<ReplyOf<'secrets.prepare'>> {
    const sealedSecretKey = await this.secretChanges.prepare(asked);
    return { ...(await this.changed(asked)), sealedSecretKey };
  }

  @Handles('secrets.withdraw')
  async withdraw(asked: PayloadOf<'secrets.withdraw'>): Promise<ReplyOf<'secrets.withdraw'>> {
    await this.secretChanges.withdraw(asked);
    return this.changed(asked);
  }

  @Handles('secrets.switch')
  async switch(asked: PayloadOf<'secrets.switch'>): Promise<ReplyOf<'secrets.switch'>> {
    await this.secretChanges.switch(asked);
    return this.changed(asked);
  }

  @Handles('secrets.revert')
  async revert(asked: PayloadOf<'secrets.revert'>): Promise<ReplyOf<'secrets.revert'>> {
    await this.secretChanges.revert(asked);
    return this.changed(asked);
  }

  @Handles('secrets.end')
  async end(asked: PayloadOf<'secrets.end'>): Promise<ReplyOf<'secrets.end'>> {
    await this.secretChanges.end(asked);
    return this.changed(asked);
  }

  private async changed({ corporationId, configurationId }: PayloadOf<'secrets.end'>): Promise<ReplyOf<'secrets.end'>> {
    return { configuration: await this.configurationStore.changed(corporationId, configurationId) };
  }
}
