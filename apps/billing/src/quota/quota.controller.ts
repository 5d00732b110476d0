import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { inTransaction } from '@vigia/database';
import { Handles } from '@vigia/messaging';
import { DataSource } from 'typeorm';
import { ContractBook } from '../contracts/contract-book.js';
import { adjustQuota } from './adjust-quota.js';
import { QuotaReservations } from './quota-reservations.js';

@Controller()
export class QuotaController {
  constructor(
    private readonly database: DataSource,
    private readonly contracts: ContractBook,
    private readonly reservations: QuotaReservations,
  ) {}

  @Handles('quota.reserve')
  reserve(request: PayloadOf<'quota.reserve'>): Promise<ReplyOf<'quota.reserve'>> {
    return this.reservations.reserve(request);
  }

  @Handles('quota.adjust')
  adjust(request: PayloadOf<'quota.adjust'>): Promise<ReplyOf<'quota.adjust'>> {
    return inTransaction(this.database, async (tx) => {
      await adjustQuota(tx, request);
      return this.contracts.read(tx, request.contractId);
    });
  }
}
