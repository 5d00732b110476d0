import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Handles } from '@vigia/messaging';
import { DeliveryLog } from '../deliveries/delivery-log.js';
import { BodyPreview } from './bodies.js';
import { TriggerIntake } from './trigger-intake.js';

@Controller()
export class EventsController {
  constructor(
    private readonly triggerIntake: TriggerIntake,
    private readonly bodyPreview: BodyPreview,
    private readonly deliveryLog: DeliveryLog,
  ) {}

  @Handles('webhooks.trigger')
  trigger(given: PayloadOf<'webhooks.trigger'>): Promise<ReplyOf<'webhooks.trigger'>> {
    return this.triggerIntake.accept(given);
  }

  /** Only loaders of the previous release send it; this release reads the end of a request from its row. */
  @Handles('loads.finished')
  async loadFinished(_load: PayloadOf<'loads.finished'>): Promise<ReplyOf<'loads.finished'>> {
    return {};
  }

  @Handles('webhooks.preview')
  preview(wanted: PayloadOf<'webhooks.preview'>): Promise<ReplyOf<'webhooks.preview'>> {
    return this.bodyPreview.bodies(wanted);
  }

  @Handles('events.list')
  async list(wanted: PayloadOf<'events.list'>): Promise<ReplyOf<'events.list'>> {
    return { events: await this.deliveryLog.events(wanted) };
  }
}
