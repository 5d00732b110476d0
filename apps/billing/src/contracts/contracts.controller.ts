import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Handles } from '@vigia/messaging';
import { ContractBook } from './contract-book.js';

@Controller()
export class ContractsController {
  constructor(private readonly contracts: ContractBook) {}

  @Handles('contracts.create')
  create(contract: PayloadOf<'contracts.create'>): Promise<ReplyOf<'contracts.create'>> {
    return this.contracts.create(contract);
  }

  @Handles('contracts.amend')
  amend(amendment: PayloadOf<'contracts.amend'>): Promise<ReplyOf<'contracts.amend'>> {
    return this.contracts.amend(amendment);
  }

  @Handles('contracts.list')
  async list({ corporationId }: PayloadOf<'contracts.list'>): Promise<ReplyOf<'contracts.list'>> {
    return { contracts: await this.contracts.of(corporationId) };
  }

  @Handles('quota.adjust')
  adjust(adjustment: PayloadOf<'quota.adjust'>): Promise<ReplyOf<'quota.adjust'>> {
    return this.contracts.adjust(adjustment);
  }
}
