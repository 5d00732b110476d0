import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Handles } from '@vigia/messaging';
import { DeliveryLog } from './delivery-log.js';
import { DiagnoseDelivery } from './diagnose-delivery.js';
import { Resend } from './resend.js';

@Controller()
export class DeliveriesController {
  constructor(
    private readonly log: DeliveryLog,
    private readonly resending: Resend,
    private readonly diagnosis: DiagnoseDelivery,
  ) {}

  @Handles('deliveries.list')
  async list(asked: PayloadOf<'deliveries.list'>): Promise<ReplyOf<'deliveries.list'>> {
    return { deliveries: await this.log.page(asked) };
  }

  @Handles('deliveries.body')
  body(asked: PayloadOf<'deliveries.body'>): Promise<ReplyOf<'deliveries.body'>> {
    return this.log.body(asked);
  }

  @Handles('attempts.list')
  async attempts(asked: PayloadOf<'attempts.list'>): Promise<ReplyOf<'attempts.list'>> {
    return { attempts: await this.log.attempts(asked) };
  }

  @Handles('deliveries.resend')
  async resend(asked: PayloadOf<'deliveries.resend'>): Promise<ReplyOf<'deliveries.resend'>> {
    await this.resending.one(asked);
    return { delivery: await this.log.one(asked.corporationId, asked.deliveryId) };
  }

  @Handles('deliveries.recover')
  async recover(asked: PayloadOf<'deliveries.recover'>): Promise<ReplyOf<'deliveries.recover'>> {
    return { count: await this.resending.recover(asked) };
  }

  @Handles('webhooks.diagnose')
  async diagnose(asked: PayloadOf<'webhooks.diagnose'>): Promise<ReplyOf<'webhooks.diagnose'>> {
    return { finding: await this.diagnosis.finding(asked) };
  }
}
