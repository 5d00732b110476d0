import { Injectable } from '@nestjs/common';
import type { PayloadOf, Settled, Settlement } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { AccountLines } from '../ledger/account-lines.js';
import { openAccesses, settledRequests } from '../access/access-rows.js';
import { settleLoad } from './settle-load.js';

@Injectable()
export class AccessBook {
  constructor(
    private readonly database: Database,
    private readonly lines: AccountLines,
  ) {}

  open(opening: PayloadOf<'access.open'>): Promise<void> {
    return this.database.transaction(async (tx) => {
      const settled = await settledRequests(tx, [opening.requestId]);
      if (settled.size === 0) await openAccesses(tx, [opening]);
    });
  }

  /** Only what months were set aside for has to do with the account. */
  async settle(settlement: Settlement): Promise<Settled> {
    const settle = () => this.database.transaction((tx) => settleLoad(tx, settlement));
    return (await this.hasMonths(settlement)) ? this.lines.turn(settlement.corporationId, settle) : settle();
  }

  private async hasMonths({ mode, requestId }: Settlement): Promise<boolean> {
    if (mode === 'query') return false;
    const planned = sql`SELECT 1 FROM billing.quota_command WHERE id = $1 AND contract_id IS NOT NULL`;
    return (await this.database.rows(planned, [requestId])).length > 0;
  }
}
