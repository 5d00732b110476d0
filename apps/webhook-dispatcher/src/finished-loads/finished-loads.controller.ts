import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { FinishedLoadRow } from '@vigia/database';
import { Handles } from '@vigia/messaging';
import { DataSource } from 'typeorm';
import { AwaitLoads } from '../events/await-loads.js';

@Controller()
export class FinishedLoadsController {
  constructor(
    private readonly database: DataSource,
    private readonly awaited: AwaitLoads,
  ) {}

  /** A load may be announced more than once: its id decides. */
  @Handles('loads.finished')
  async record(load: PayloadOf<'loads.finished'>): Promise<ReplyOf<'loads.finished'>> {
    const { loadId, docType, taxId, estado, failedSources } = load;
    await this.database
      .createQueryBuilder()
      .insert()
      .into(FinishedLoadRow)
      .values({ loadId, docType, taxId, estado, failedSources })
      .orIgnore()
      .execute();
    this.awaited.kick();
    return {};
  }
}
