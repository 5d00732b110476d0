import { Inject, Injectable } from '@nestjs/common';
import { deliveryJob, deliveryQueue, type DeliveryJob, type DeliveryLane } from '@vigia/contracts';
import { Loop } from '@vigia/dispatch';
import { Broker, BrokerUnavailableError, type JobQueue } from '@vigia/messaging';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { DueDeliveries, mostLeased, type DueDelivery } from './due-deliveries.js';

const pollMs = 250;

/** Pushes every due delivery to its lane until its row is closed. The broker may lose any job. */
@Injectable()
export class DeliveryDispatcher {
  private readonly lanes: Record<DeliveryLane, JobQueue<DeliveryJob>>;
  private readonly loop: Loop;

  constructor(
    private readonly dueDeliveries: DueDeliveries,
    broker: Broker,
    @Inject(LOGGER) logger: Logger,
  ) {
    const lane = (name: DeliveryLane) => broker.jobs(deliveryQueue(name), deliveryJob);
    this.lanes = { first: lane('first'), retry: lane('retry') };
    this.loop = new Loop({
      name: 'deliveries',
      intervalMs: pollMs,
      step: () => this.pushDue(),
      untilDue: () => dueDeliveries.untilDue(),
      logger,
    });
  }

  start(): void {
    this.loop.start();
  }

  kick(): void {
    this.loop.kick();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  private async pushDue(): Promise<boolean> {
    const due = await this.dueDeliveries.lease();
    const isFirst = ({ attempt }: DueDelivery) => attempt === 1;
    try {
      await Promise.all([
        this.lanes.first.push(due.filter(isFirst).map(toJob)),
        this.lanes.retry.push(due.filter((delivery) => !isFirst(delivery)).map(toJob)),
      ]);
    } catch (error) {
      if (!(error instanceof BrokerUnavailableError)) throw error;
      // The lease runs out and the rows are due again.
    }
    return due.length === mostLeased;
  }
}

function toJob({ deliveryId, attempt }: DueDelivery) {
  return { id: `delivery-${deliveryId}-${attempt}`, data: { v: 1 as const, deliveryId, attempt } };
}
