import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Handles } from '@vigia/messaging';
import { AccessBook } from './access-book.js';
import { QuotaReservations } from './quota-reservations.js';

/** A load as billing sees it: months are set aside, accesses opened, and both settled once it has ended. */
@Controller()
export class LoadsController {
  constructor(
    private readonly reservations: QuotaReservations,
    private readonly access: AccessBook,
  ) {}

  @Handles('quota.reserve')
  reserve(request: PayloadOf<'quota.reserve'>): Promise<ReplyOf<'quota.reserve'>> {
    return this.reservations.reserve(request);
  }

  @Handles('access.open')
  async open(request: PayloadOf<'access.open'>): Promise<ReplyOf<'access.open'>> {
    await this.access.open(request);
    return {};
  }

  @Handles('access.settle')
  settle(settlement: PayloadOf<'access.settle'>): Promise<ReplyOf<'access.settle'>> {
    return this.access.settle(settlement);
  }
}
