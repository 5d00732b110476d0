import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Database } from '@vigia/database';
import { Loop } from '@vigia/dispatch';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { SecretChanges } from './configurations/secret-changes.js';
import { skipLeft } from './configurations/skip-waiting.js';
import { Warnings } from './configurations/warnings.js';
import { DeliveryDispatcher } from './deliveries/delivery-dispatcher.js';
import { DeliveryWorkers } from './deliveries/delivery-runner.js';
import { FirstAttempts } from './deliveries/first-attempts.js';
import { LoadStarter } from './events/load-starter.js';
import { WaitingEvents } from './events/waiting-events.js';
import { ReceiverClient } from './sending/receiver-client.js';
import { OldRows } from './upkeep/old-rows.js';
import { OverdueWork } from './upkeep/overdue-work.js';
import { SealRenewal } from './upkeep/seal-renewal.js';

const upkeepMs = 600_000;
const measureMs = 10_000;

/** Starts and stops everything that runs without a message. A failing loop does not stop the others. */
@Injectable()
export class BackgroundWork implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly upkeep: Loop[];

  constructor(
    private readonly loadStarter: LoadStarter,
    private readonly waitingEvents: WaitingEvents,
    private readonly deliveryDispatcher: DeliveryDispatcher,
    private readonly deliveryWorkers: DeliveryWorkers,
    private readonly firstAttempts: FirstAttempts,
    private readonly receiverClient: ReceiverClient,
    oldRows: OldRows,
    sealRenewal: SealRenewal,
    secretChanges: SecretChanges,
    overdueWork: OverdueWork,
    warnings: Warnings,
    database: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.upkeep = [
      new Loop({ name: 'old rows', intervalMs: upkeepMs, step: () => oldRows.forget(), logger }),
      new Loop({ name: 'overdue work', intervalMs: measureMs, step: () => overdueWork.measure(), logger }),
      new Loop({ name: 'deliveries of what is switched off', intervalMs: measureMs, step: () => skipLeft(database, logger), logger }),
      new Loop({ name: 'warnings', intervalMs: measureMs, step: () => warnings.raiseAndMeasure(), logger }),
      new Loop({ name: 'sealed secrets', intervalMs: upkeepMs, step: () => sealRenewal.renew(), logger }),
      new Loop({ name: 'old secrets', intervalMs: upkeepMs, step: () => secretChanges.forgetOld(), logger }),
    ];
  }

  onApplicationBootstrap(): void {
    this.upkeep.forEach((loop) => loop.start());
    this.waitingEvents.start();
    this.loadStarter.start();
    this.deliveryDispatcher.start();
    this.deliveryWorkers.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    const loops = [this.loadStarter, this.waitingEvents, this.deliveryDispatcher, ...this.upkeep];
    await Promise.all([...loops, this.deliveryWorkers, this.firstAttempts].map((work) => work.stop()));
  }

  /** Runs when no more messages are handled, because a preflight also needs the client. */
  async onApplicationShutdown(): Promise<void> {
    await this.receiverClient.close();
  }
}
