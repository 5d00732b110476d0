import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@vigia/database';
import { Loop, Outbox } from '@vigia/dispatch';
import type { Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import { raiseDueAlerts } from './reports/alerts.js';
import { verifyDueLedger } from './reports/verify.js';
import type { BillingSettings } from './settings.js';
import { closeAbandonedAccesses, ContractGaps, EndedContracts, expireDueAccesses } from './upkeep/end-accesses.js';
import { followContracts } from './upkeep/follow-contracts.js';
import { measureOverdue } from './upkeep/overdue-rows.js';
import { sweepHolds } from './upkeep/sweep-holds.js';

const sweepEveryMs = 5_000;
const alertEveryMs = 600_000;
const verifyEveryMs = 60_000;
const measureEveryMs = 30_000;

/** Everything that this service does on its own. A failing loop does not stop the others. */
@Injectable()
export class BackgroundWork implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loops: Loop[];

  constructor(
    database: Database,
    private readonly outbox: Outbox,
    @Inject(SETTINGS) { abandonedAfterMs }: BillingSettings,
    @Inject(LOGGER) logger: Logger,
  ) {
    const loop = (name: string, intervalMs: number, step: (stopping: AbortSignal) => Promise<boolean | void>) =>
      new Loop({ name, intervalMs, step, logger });
    const [gaps, ended] = [new ContractGaps(), new EndedContracts()];
    this.loops = [
      loop('abandoned accesses', sweepEveryMs, () => closeAbandonedAccesses(database, outbox, abandonedAfterMs)),
      loop('abandoned holds', sweepEveryMs, (stopping) => sweepHolds(database, abandonedAfterMs, logger, stopping)),
      loop('due accesses', sweepEveryMs, () => expireDueAccesses(database, outbox)),
      loop('gaps between contracts', sweepEveryMs, () => gaps.end(database, outbox)),
      loop('ended contracts', sweepEveryMs, () => ended.end(database, outbox)),
      loop('followed contracts', sweepEveryMs, () => followContracts(database, outbox)),
      loop('due alerts', alertEveryMs, () => raiseDueAlerts(database)),
      loop('due ledgers', verifyEveryMs, (stopping) => verifyDueLedger(database, logger, stopping)),
      loop('overdue rows', measureEveryMs, () => measureOverdue(database)),
    ];
  }

  onApplicationBootstrap(): void {
    for (const loop of this.loops) loop.start();
    this.outbox.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.loops.map((loop) => loop.stop()), this.outbox.stop()]);
  }
}
