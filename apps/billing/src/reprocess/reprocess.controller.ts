import { Controller, Inject } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Database } from '@vigia/database';
import { Handles } from '@vigia/messaging';
import { SETTINGS } from '@vigia/service-kit';
import { AccountLines } from '../ledger/account-lines.js';
import type { BillingSettings } from '../settings.js';
import { reserveReprocess } from './reserve-reprocess.js';
import { settleReprocess } from './settle-reprocess.js';

@Controller()
export class ReprocessController {
  constructor(
    private readonly database: Database,
    private readonly lines: AccountLines,
    @Inject(SETTINGS) private readonly settings: BillingSettings,
  ) {}

  @Handles('reprocess.reserve')
  reserve(request: PayloadOf<'reprocess.reserve'>): Promise<ReplyOf<'reprocess.reserve'>> {
    const reserve = () => this.database.transaction((tx) => reserveReprocess(tx, request, this.settings.abandonedAfterMs));
    return this.lines.turn(request.corporationId, reserve);
  }

  @Handles('reprocess.settle')
  settle(request: PayloadOf<'reprocess.settle'>): Promise<ReplyOf<'reprocess.settle'>> {
    return this.lines.turn(request.corporationId, () => this.database.transaction((tx) => settleReprocess(tx, request)));
  }
}
