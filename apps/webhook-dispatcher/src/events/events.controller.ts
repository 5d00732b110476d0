import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Handles } from '@vigia/messaging';
import { AcceptTrigger } from './accept-trigger.js';
import { EventLog } from './event-log.js';
import { PreviewBodies } from './preview-bodies.js';

@Controller()
export class EventsController {
  constructor(
    private readonly triggers: AcceptTrigger,
    private readonly log: EventLog,
    private readonly previews: PreviewBodies,
  ) {}

  @Handles('webhooks.trigger')
  trigger(given: PayloadOf<'webhooks.trigger'>): Promise<ReplyOf<'webhooks.trigger'>> {
    return this.triggers.accept(given);
  }

  @Handles('webhooks.preview')
  preview(asked: PayloadOf<'webhooks.preview'>): Promise<ReplyOf<'webhooks.preview'>> {
    return this.previews.of(asked);
  }

  @Handles('events.list')
  async list(asked: PayloadOf<'events.list'>): Promise<ReplyOf<'events.list'>> {
    return { events: await this.log.page(asked) };
  }
}
