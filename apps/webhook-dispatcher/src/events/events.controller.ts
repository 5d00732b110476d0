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

  @Handles('webhooks.preview')
  preview(wanted: PayloadOf<'webhooks.preview'>): Promise<ReplyOf<'webhooks.preview'>> {
    return this.bodyPreview.bodies(wanted);
  }

  @Handles('events.list')
  async list(wanted: PayloadOf<'events.list'>): Promise<ReplyOf<'events.list'>> {
    return { events: await this.deliveryLog.events(wanted) };
  }
}
