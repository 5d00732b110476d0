import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Database } from '@vigia/database';
import { Handles } from '@vigia/messaging';
import { RefreshSchedule } from '../loads/refresh-schedule.js';
import { ReprocessIntake } from './reprocess-intake.js';
import { RequestIntake } from './request-intake.js';

@Controller()
export class RequestsController {
  constructor(
    private readonly requestIntake: RequestIntake,
    private readonly reprocessIntake: ReprocessIntake,
    private readonly database: Database,
    private readonly schedule: RefreshSchedule,
  ) {}

  @Handles('loads.start')
  async start(command: PayloadOf<'loads.start'>): Promise<ReplyOf<'loads.start'>> {
    await this.requestIntake.accept(command);
    return { requestId: command.requestId };
  }

  @Handles('reprocess.start')
  async reprocess(command: PayloadOf<'reprocess.start'>): Promise<ReplyOf<'reprocess.start'>> {
    await this.reprocessIntake.accept(command);
    return { requestId: command.requestId };
  }

  @Handles('profiles.monitored')
  async monitored({ documents }: PayloadOf<'profiles.monitored'>): Promise<ReplyOf<'profiles.monitored'>> {
    await this.database.transaction(async (tx) => {
      // In the order in which requests lock their documents.
      for (const document of documents.toSorted((a, b) => (a.taxId < b.taxId ? -1 : 1))) this.schedule.start(tx, document);
    });
    return {};
  }
}
