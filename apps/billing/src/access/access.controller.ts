import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Handles } from '@vigia/messaging';
import { AccessBook } from './access-book.js';

@Controller()
export class AccessController {
  constructor(private readonly access: AccessBook) {}

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
