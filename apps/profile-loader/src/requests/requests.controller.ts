import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Handles } from '@vigia/messaging';
import { AcceptRequest } from './accept-request.js';

@Controller()
export class RequestsController {
  constructor(private readonly requests: AcceptRequest) {}

  @Handles('loads.start')
  async start(command: PayloadOf<'loads.start'>): Promise<ReplyOf<'loads.start'>> {
    await this.requests.accept(command);
    return { requestId: command.requestId };
  }
}
