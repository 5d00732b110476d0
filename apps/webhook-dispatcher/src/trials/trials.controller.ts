import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Handles, type HandlerContext } from '@vigia/messaging';
import { Trials } from './trials.js';

@Controller()
export class TrialsController {
  constructor(private readonly trials: Trials) {}

  @Handles('webhooks.test')
  async test({ corporationId, configurationId }: PayloadOf<'webhooks.test'>): Promise<ReplyOf<'webhooks.test'>> {
    return { triggerId: await this.trials.sendTest(corporationId, configurationId) };
  }

  @Handles('webhooks.preflight')
  async preflight(
    { corporationId, configurationId }: PayloadOf<'webhooks.preflight'>,
    { signal }: HandlerContext,
  ): Promise<ReplyOf<'webhooks.preflight'>> {
    return { steps: await this.trials.preflight(corporationId, configurationId, signal) };
  }
}
