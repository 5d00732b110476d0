import { Controller, Inject } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { inTransaction } from '@vigia/database';
import { Handles } from '@vigia/messaging';
import { SETTINGS } from '@vigia/service-kit';
import { DataSource } from 'typeorm';
import type { BillingSettings } from '../settings.js';
import { reserveReprocess } from './reserve-reprocess.js';
import { settleReprocess } from './settle-reprocess.js';

@Controller()
export class ReprocessController {
  constructor(
    private readonly database: DataSource,
    @Inject(SETTINGS) private readonly settings: BillingSettings,
  ) {}

  @Handles('reprocess.reserve')
  reserve(request: PayloadOf<'reprocess.reserve'>): Promise<ReplyOf<'reprocess.reserve'>> {
    return inTransaction(this.database, (tx) => reserveReprocess(tx, request, this.settings.abandonedAfterMs));
  }

  @Handles('reprocess.settle')
  settle(request: PayloadOf<'reprocess.settle'>): Promise<ReplyOf<'reprocess.settle'>> {
    return inTransaction(this.database, (tx) => settleReprocess(tx, request));
  }
}
