import { Module } from '@nestjs/common';
import { Database } from '@vigia/database';
import { Outbox } from '@vigia/dispatch';
import { Messages } from '@vigia/messaging';
import type { Logger } from '@vigia/observability';
import { LOGGER, type ServiceDefinition } from '@vigia/service-kit';
import { ActivationController } from './activation/activation.controller.js';
import { BackgroundWork } from './background-work.js';
import { ContractsController } from './contracts/contracts.controller.js';
import { AccountLines } from './ledger/account-lines.js';
import { LoadsController } from './loads/loads.controller.js';
import { PreviewController } from './preview/preview.controller.js';
import { ReportsController } from './reports/reports.controller.js';
import { ReprocessController } from './reprocess/reprocess.controller.js';
import type { BillingSettings } from './settings.js';

const outbox = {
  provide: Outbox,
  inject: [Database, Messages, LOGGER],
  useFactory: (database: Database, messages: Messages, logger: Logger) =>
    new Outbox({ table: 'billing.outbox', database, messages, logger }),
};

@Module({
  controllers: [ContractsController, LoadsController, ReprocessController, ActivationController, PreviewController, ReportsController],
  providers: [outbox, AccountLines, BackgroundWork],
})
class BillingModule {}

export { billingSettings } from './settings.js';
export const billing: ServiceDefinition<BillingSettings> = { name: 'billing', module: BillingModule };
