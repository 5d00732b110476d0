import { Injectable } from '@nestjs/common';
import type { PayloadOf, Settled, Settlement } from '@vigia/contracts';
import { inTransaction, rowsOf } from '@vigia/database';
import { DataSource } from 'typeorm';
import { AccountLines } from '../quota/account-lines.js';
import { openAccesses, settledRequests } from './access-rows.js';
import { settleLoad } from './settle-load.js';

@Injectable()
export class AccessBook {
  constructor(
    private readonly database: DataSource,
    private readonly lines: AccountLines,
  ) {}

  open(opening: PayloadOf<'access.open'>): Promise<void> {
    return inTransaction(this.database, async (tx) => {
      const settled = await settledRequests(tx, [opening.requestId]);
      if (settled.size === 0) await openAccesses(tx, [opening]);
    });
  }

  /** Only what months were set aside for has to do with the account. */
  async settle(settlement: Settlement): Promise<Settled> {
    const settle = () => inTransaction(this.database, (tx) => settleLoad(tx, settlement));
    return (await this.hasMonths(settlement)) ? this.lines.turn(settlement.corporationId, settle) : settle();
  }

  private async hasMonths({ mode, requestId }: Settlement): Promise<boolean> {
    if (mode === 'query') return false;
    const planned = 'SELECT 1 FROM billing.quota_command WHERE id = $1 AND contract_id IS NOT NULL';
    return (await rowsOf(this.database, planned, [requestId])).length > 0;
  }
}
