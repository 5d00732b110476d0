import { Controller, Inject } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Database } from '@vigia/database';
import { Outbox } from '@vigia/dispatch';
import { Handles } from '@vigia/messaging';
import { SETTINGS } from '@vigia/service-kit';
import { AccountLines } from '../ledger/account-lines.js';
import type { BillingSettings } from '../settings.js';
import { previewActivation } from './preview-activation.js';
import { previewLoad } from './preview-load.js';
import { previewReprocess } from './preview-reprocess.js';
import { previewOf, situationOf, type Outcome } from './situation.js';
import { undone } from './undone.js';

@Controller()
export class PreviewController {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly lines: AccountLines,
    @Inject(SETTINGS) private readonly settings: BillingSettings,
  ) {}

  @Handles('quota.preview')
  preview(request: PayloadOf<'quota.preview'>): Promise<ReplyOf<'quota.preview'>> {
    const preview = () =>
      undone(this.database, async (tx) => {
        const before = await situationOf(tx, request.corporationId);
        return previewOf(before, await this.outcomeOf(tx, request, before));
      });
    return this.lines.turn(request.corporationId, preview);
  }

  private outcomeOf(
    tx: Parameters<typeof situationOf>[0],
    request: PayloadOf<'quota.preview'>,
    before: Awaited<ReturnType<typeof situationOf>>,
  ): Promise<Outcome> {
    const holdTtlMs = this.settings.abandonedAfterMs;
    if (request.operation === 'load') return previewLoad(tx, request, before, holdTtlMs);
    if (request.operation === 'reprocess') return previewReprocess(tx, request, holdTtlMs);
    return previewActivation(tx, this.outbox, request);
  }
}
