import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Handles } from '@vigia/messaging';
import { AccessBook } from './access-book.js';

@Controller()
export class AccessController {
  constructor(private readonly access: AccessBook) {}

  @Handles('quota.reserve')
  async reserve({ taxIds, docType, ...request }: PayloadOf<'quota.reserve'>): Promise<ReplyOf<'quota.reserve'>> {
    const documents = taxIds.map((taxId) => ({ docType, taxId }));
    const refusal = await this.access.reserve({ ...request, mode: 'monitoring', documents });
    return refusal ? { outcome: 'refused', reason: refusal } : { outcome: 'reserved' };
  }

  @Handles('access.open')
  async open(request: PayloadOf<'access.open'>): Promise<ReplyOf<'access.open'>> {
    await this.access.open(request);
    return {};
  }

  @Handles('access.settle')
  async settle(settlement: PayloadOf<'access.settle'>): Promise<ReplyOf<'access.settle'>> {
    await this.access.settle(settlement);
    return {};
  }
}
