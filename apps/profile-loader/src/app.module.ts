import { Module } from '@nestjs/common';
import { Database } from '@vigia/database';
import { Outbox } from '@vigia/dispatch';
import { Messages } from '@vigia/messaging';
import type { Logger } from '@vigia/observability';
import { LOGGER, type ServiceDefinition } from '@vigia/service-kit';
import { BackgroundWork } from './background-work.js';
import { TaskClosing } from './closing/task-closing.js';
import { DeadlineSweep } from './closing/deadline-sweep.js';
import { Loads } from './loads/loads.js';
import { RefreshSchedule } from './loads/refresh-schedule.js';
import { PortfolioCheck } from './portfolio/portfolio-check.js';
import { PortfolioController } from './portfolio/portfolio.controller.js';
import { SourceProviders } from './sources/providers/provider.js';
import { Imported } from './registry/imported.js';
import { RenewedSources } from './registry/renewed-sources.js';
import { RequestIntake } from './requests/request-intake.js';
import { ReprocessIntake } from './requests/reprocess-intake.js';
import { finishReprocess, finishRequest } from './closing/settle-requests.js';
import { RequestsController } from './requests/requests.controller.js';
import type { ProfileLoaderSettings } from './settings.js';
import { HitsController } from './screening/hits.controller.js';
import { Lists } from './screening/lists/lists.js';
import { Rescreening } from './screening/rescreening/rescreening.js';
import { RescreeningController } from './screening/rescreening/rescreening.controller.js';
import { TouchedProfiles } from './screening/rescreening/screen-touched.js';
import { SourcesController } from './asking/sources.controller.js';
import { SourceMeter } from './asking/source-meter.js';
import { Sources } from './asking/sources.js';
import { TaskRunner } from './asking/task-runner.js';
import { SourceWorkers } from './asking/source-workers.js';
import { TaskDispatcher } from './tasks/task-dispatcher.js';
import { OldRows } from './upkeep/old-rows.js';

const outbox = {
  provide: Outbox,
  inject: [Database, Messages, RefreshSchedule, LOGGER],
  useFactory: (database: Database, messages: Messages, schedule: RefreshSchedule, logger: Logger) =>
    new Outbox({
      table: 'profiles.outbox',
      database,
      messages,
      logger,
      acknowledged: {
        'access.settle': (tx, settlement, settled) => finishRequest(tx, { messages, logger }, settlement, settled),
        'reprocess.settle': (tx, settlement, settled) => finishReprocess(tx, { messages, logger, schedule }, settlement, settled),
      },
    }),
};

@Module({
  controllers: [RequestsController, SourcesController, PortfolioController, HitsController, RescreeningController],
  providers: [
    outbox,
    RequestIntake,
    ReprocessIntake,
    TaskDispatcher,
    TaskRunner,
    Loads,
    RefreshSchedule,
    TaskClosing,
    DeadlineSweep,
    PortfolioCheck,
    OldRows,
    Lists,
    Rescreening,
    TouchedProfiles,
    SourceProviders,
    Imported,
    RenewedSources,
    Sources,
    SourceMeter,
    SourceWorkers,
    BackgroundWork,
  ],
})
class ProfileLoaderModule {}

export { profileLoaderSettings } from './settings.js';
export const profileLoader: ServiceDefinition<ProfileLoaderSettings> = { name: 'profile-loader', module: ProfileLoaderModule };
