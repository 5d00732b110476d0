import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Handles, type HandlerContext } from '@vigia/messaging';
import { ConfigurationList } from '../configurations/configuration-list.js';
import { Preflight } from './preflight.js';
import { SendTest } from './send-test.js';

/** What a corporation tries with a receiver of its own: a delivery like any other, or each step of one by itself. */
@Controller()
export class TrialsController {
  constructor(
    private readonly configurations: ConfigurationList,
    private readonly tests: SendTest,
    private readonly preflights: Preflight,
  ) {}

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
