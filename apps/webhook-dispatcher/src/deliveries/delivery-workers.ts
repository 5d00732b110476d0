import { Inject, Injectable } from '@nestjs/common';
import { deliveryJob, deliveryLanes, deliveryQueue } from '@vigia/contracts';
import { Broker, type JobWorker } from '@vigia/messaging';
import { SETTINGS } from '@vigia/service-kit';
import type { WebhookDispatcherSettings } from '../settings.js';
import { longestAttemptMs } from './claim-statement.js';
import { RunDelivery } from './run-delivery.js';

@Injectable()
export class DeliveryWorkers {
  private workers: JobWorker[] = [];

  constructor(
    private readonly broker: Broker,
    private readonly deliveries: RunDelivery,
    @Inject(SETTINGS) private readonly settings: WebhookDispatcherSettings,
  ) {}

  start(): void {
    this.workers = deliveryLanes.map((lane) =>
      this.broker.work(deliveryQueue(lane), deliveryJob, {
        concurrency: this.settings.attemptsAtOnce,
        timeoutMs: longestAttemptMs(this.settings),
        handle: (job, { signal }) => this.deliveries.run(job, signal),
      }),
    );
  }

  async stop(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.close()));
  }
}
