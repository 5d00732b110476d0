import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { Handles } from '@vigia/messaging';
import { AwaitLoads } from './await-loads.js';

@Controller()
export class FinishedLoadsController {
  constructor(
    private readonly database: Database,
    private readonly awaited: AwaitLoads,
  ) {}

  /** A load may be announced more than once: its id decides. */
  @Handles('loads.finished')
  async record(load: PayloadOf<'loads.finished'>): Promise<ReplyOf<'loads.finished'>> {
    const { loadId, docType, taxId, estado, failedSources } = load;
    await this.database.rows(
      sql`INSERT INTO webhooks.finished_load (load_id, doc_type, tax_id, estado, failed_sources) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT DO NOTHING`,
      [loadId, docType, taxId, estado, failedSources],
    );
    this.awaited.kick();
    return {};
  }
}
