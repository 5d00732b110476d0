import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Handles } from '@vigia/messaging';
import { DeliveryLog } from './delivery-log.js';
import { Health } from './health.js';
import { Resends } from './resends.js';
import { SignatureChecks } from './signature-checks.js';

@Controller()
export class DeliveriesController {
  constructor(
    private readonly deliveryLog: DeliveryLog,
    private readonly resends: Resends,
    private readonly health: Health,
    private readonly signatureChecks: SignatureChecks,
  ) {}

  @Handles('deliveries.list')
  async list(wanted: PayloadOf<'deliveries.list'>): Promise<ReplyOf<'deliveries.list'>> {
    return { deliveries: await this.deliveryLog.deliveries(wanted) };
  }

  @Handles('deliveries.one')
  async one({ corporationId, deliveryId }: PayloadOf<'deliveries.one'>): Promise<ReplyOf<'deliveries.one'>> {
    return { delivery: await this.deliveryLog.one(corporationId, deliveryId) };
  }

  @Handles('deliveries.body')
  body(wanted: PayloadOf<'deliveries.body'>): Promise<ReplyOf<'deliveries.body'>> {
    return this.deliveryLog.body(wanted);
  }

  @Handles('attempts.list')
  async attempts(wanted: PayloadOf<'attempts.list'>): Promise<ReplyOf<'attempts.list'>> {
    return { attempts: await this.deliveryLog.attempts(wanted) };
  }

  @Handles('webhooks.health')
  async hours(wanted: PayloadOf<'webhooks.health'>): Promise<ReplyOf<'webhooks.health'>> {
    return { hours: await this.health.hours(wanted) };
  }

  @Handles('deliveries.resend')
  async resend(wanted: PayloadOf<'deliveries.resend'>): Promise<ReplyOf<'deliveries.resend'>> {
    await this.resends.resend(wanted);
    return { delivery: await this.deliveryLog.one(wanted.corporationId, wanted.deliveryId) };
  }

  @Handles('deliveries.recover')
  async recover(wanted: PayloadOf<'deliveries.recover'>): Promise<ReplyOf<'deliveries.recover'>> {
    return { count: await this.resends.recover(wanted) };
  }

  @Handles('webhooks.diagnose')
  async diagnose(wanted: PayloadOf<'webhooks.diagnose'>): Promise<ReplyOf<'webhooks.diagnose'>> {
    return { finding: await this.signatureChecks.finding(wanted) };
  }
}
