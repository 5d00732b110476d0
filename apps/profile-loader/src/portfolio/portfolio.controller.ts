import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Database } from '@vigia/database';
import { Handles, type HandlerContext } from '@vigia/messaging';
import { RefreshSchedule } from '../loads/refresh-schedule.js';
import { keepEntries } from './keep-entries.js';
import { PortfolioCheck } from './portfolio-check.js';

@Controller()
export class PortfolioController {
  constructor(
    private readonly database: Database,
    private readonly portfolioCheck: PortfolioCheck,
    private readonly schedule: RefreshSchedule,
  ) {}

  @Handles('accesses.changed')
  async changed({ corporationId, documents }: PayloadOf<'accesses.changed'>): Promise<ReplyOf<'accesses.changed'>> {
    await this.database.transaction(async (tx) => {
      await this.schedule.startMonitored(tx, corporationId, documents);
      keepEntries(tx, corporationId, documents);
    });
    return {};
  }

  @Handles('portfolio.verify')
  verify(_: PayloadOf<'portfolio.verify'>, { signal }: HandlerContext): Promise<ReplyOf<'portfolio.verify'>> {
    return this.portfolioCheck.verify(signal);
  }
}
