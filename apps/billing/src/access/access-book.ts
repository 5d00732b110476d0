import { Injectable } from '@nestjs/common';
import type { PayloadOf, Settled, Settlement } from '@vigia/contracts';
import { inTransaction } from '@vigia/database';
import { DataSource } from 'typeorm';
import { openAccesses, settledRequests } from './access-rows.js';
import { settleLoad } from './settle-load.js';

@Injectable()
export class AccessBook {
  constructor(private readonly database: DataSource) {}

  open(opening: PayloadOf<'access.open'>): Promise<void> {
    return inTransaction(this.database, async (tx) => {
      const settled = await settledRequests(tx, [opening.requestId]);
      if (settled.size === 0) await openAccesses(tx, [opening]);
    });
  }

  settle(settlement: Settlement): Promise<Settled> {
    return inTransaction(this.database, (tx) => settleLoad(tx, settlement));
  }
}
