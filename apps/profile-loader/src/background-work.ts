import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@vigia/database';
import { Loop, Outbox, type UntilDue } from '@vigia/dispatch';
import type { Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import { DeadlineSweep } from './closing/deadline-sweep.js';
import { RefreshSchedule } from './loads/refresh-schedule.js';
import { bringForward } from './loads/shortened-intervals.js';
import { importBundledLists, removeBundledLists } from './screening/bundled/invented-lists.js';
import { Rescreening } from './screening/rescreening/rescreening.js';
import { SourceProviders } from './sources/providers/provider.js';
import { screened } from './sources/providers/provider-file.js';
import { PortfolioCheck } from './portfolio/portfolio-check.js';
import { reportEveryMs, SourceMeter } from './asking/source-meter.js';
import { Sources } from './asking/sources.js';
import { SourceWorkers } from './asking/source-workers.js';
import type { ProfileLoaderSettings } from './settings.js';
import { TaskDispatcher } from './tasks/task-dispatcher.js';
import { OldRows } from './upkeep/old-rows.js';
import { measureOverdue } from './upkeep/overdue-rows.js';

const sweepMs = 500;
const refreshMs = 5_000;
const checkMs = 60_000;
const rescreenMs = 2_000;
const oldRowsMs = 600_000;
const overdueMs = 30_000;

/** Everything in this service that runs on its own. Each loop continues whatever happens to the others. */
@Injectable()
export class BackgroundWork implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loops: Loop[];

  constructor(
    private readonly database: Database,
    deadlines: DeadlineSweep,
    schedule: RefreshSchedule,
    private readonly outbox: Outbox,
    private readonly dispatcher: TaskDispatcher,
    private readonly workers: SourceWorkers,
    private readonly sources: Sources,
    private readonly meter: SourceMeter,
    portfolioCheck: PortfolioCheck,
    rescreening: Rescreening,
    oldRows: OldRows,
    providers: SourceProviders,
    @Inject(SETTINGS) private readonly settings: ProfileLoaderSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const loop = (
      name: string,
      intervalMs: number,
      step: (stopping: AbortSignal) => Promise<boolean | void>,
      resting?: { untilDue(): Promise<UntilDue[]> },
    ) => new Loop({ name, intervalMs, step, logger, ...(resting && { untilDue: () => resting.untilDue() }) });
    this.loops = [
      loop('deadlines', sweepMs, (stopping) => deadlines.round(stopping), deadlines),
      loop('refreshes', refreshMs, () => schedule.openDue()),
      loop('shortened intervals', checkMs, () => bringForward(database, providers)),
      loop('measures of sources', reportEveryMs, () => meter.report()),
      loop('due portfolios', checkMs, (stopping) => portfolioCheck.checkDue(stopping)),
      loop('old rows', oldRowsMs, () => oldRows.forget()),
      loop('overdue rows', overdueMs, () => measureOverdue(database)),
    ];
    // If a provider screens, it has its own lists.
    if (providers.of[screened].kind === 'lists')
      this.loops.push(loop('rescreening', rescreenMs, (stopping) => rescreening.round(stopping), rescreening));
  }

  async onApplicationBootstrap(): Promise<void> {
    await (this.settings.sourcesUrl === undefined ? removeBundledLists : importBundledLists)(this.database);
    for (const loop of this.loops) loop.start();
    this.outbox.start();
    this.dispatcher.start();
    this.workers.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.loops, this.dispatcher, this.workers].map((work) => work.stop()));
    await this.outbox.stop();
    await this.meter.end().catch((error: unknown) => this.logger.warn({ err: error }, 'last measures of sources not written'));
    await this.sources.close();
  }
}
