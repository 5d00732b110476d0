import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Loop } from '@vigia/dispatch';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { DeliveryDispatcher } from './deliveries/delivery-dispatcher.js';
import { DeliveryWorkers } from './deliveries/delivery-workers.js';
import { FirstAttempts } from './deliveries/first-attempts.js';
import { OverdueWork } from './deliveries/overdue-work.js';
import { AwaitLoads } from './events/await-loads.js';
import { StartLoads } from './events/start-loads.js';
import { ResealSecrets } from './secrets/reseal-secrets.js';
import { ReceiverClient } from './sending/receiver-client.js';
import { ForgetOldRows } from './upkeep/forget-old-rows.js';

const upkeepMs = 600_000;
const lookForOverdueMs = 10_000;

/** Everything of this service that runs without being asked. Each loop goes on whatever happens to the others. */
@Injectable()
export class BackgroundWork implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly upkeep: Loop[];

  constructor(
    private readonly loads: StartLoads,
    private readonly awaited: AwaitLoads,
    private readonly dispatcher: DeliveryDispatcher,
    private readonly workers: DeliveryWorkers,
    private readonly firstAttempts: FirstAttempts,
    private readonly client: ReceiverClient,
    oldRows: ForgetOldRows,
    secrets: ResealSecrets,
    overdue: OverdueWork,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.upkeep = [
      new Loop({ name: 'old rows', intervalMs: upkeepMs, step: () => oldRows.round(), logger }),
      new Loop({ name: 'overdue work', intervalMs: lookForOverdueMs, step: () => overdue.round(), logger }),
      new Loop({ name: 'sealed secrets', intervalMs: upkeepMs, step: () => secrets.round(), logger }),
    ];
  }

  onApplicationBootstrap(): void {
    this.upkeep.forEach((loop) => loop.start());
    this.awaited.start();
    this.loads.start();
    this.dispatcher.start();
    this.workers.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.loads.stop(), this.awaited.stop(), this.dispatcher.stop(), ...this.upkeep.map((loop) => loop.stop())]);
    await Promise.all([this.workers.stop(), this.firstAttempts.stop()]);
    await this.client.close();
  }
}
