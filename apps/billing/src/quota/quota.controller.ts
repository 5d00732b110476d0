import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Database } from '@vigia/database';
import { Handles } from '@vigia/messaging';
import { ContractBook } from '../contracts/contract-book.js';
import { adjustQuota } from './adjust-quota.js';
import { QuotaReservations } from './quota-reservations.js';

@Controller()
export class QuotaController {
  constructor(
    private readonly database: Database,
    private readonly contracts: ContractBook,
    private readonly reservations: QuotaReservations,
  ) {}

  @Handles('quota.reserve')
  reserve(request: PayloadOf<'quota.reserve'>): Promise<ReplyOf<'quota.reserve'>> {
    return this.reservations.reserve(request);
  }

  @Handles('quota.adjust')
  adjust(request: PayloadOf<'quota.adjust'>): Promise<ReplyOf<'quota.adjust'>> {
    return this.database.transaction(async (tx) => {
      await adjustQuota(tx, request);
      return this.contracts.read(tx, request.contractId);
    });
  }
}
