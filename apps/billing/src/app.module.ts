import { Module } from '@nestjs/common';
import { Database } from '@vigia/database';
import { Outbox } from '@vigia/dispatch';
import { Messages } from '@vigia/messaging';
import type { Logger } from '@vigia/observability';
import { LOGGER, type ServiceDefinition } from '@vigia/service-kit';
import { AccessController } from './access/access.controller.js';
import { AccessBook } from './access/access-book.js';
import { ActivationController } from './activation/activation.controller.js';
import { ContractBook } from './contracts/contract-book.js';
import { ContractsController } from './contracts/contracts.controller.js';
import { PreviewController } from './preview/preview.controller.js';
import { AccountLines } from './quota/account-lines.js';
import { QuotaController } from './quota/quota.controller.js';
import { QuotaReservations } from './quota/quota-reservations.js';
import { ReportsController } from './reports/reports.controller.js';
import { ReprocessController } from './reprocess/reprocess.controller.js';
import type { BillingSettings } from './settings.js';
import { Upkeep } from './upkeep/upkeep.js';

const outbox = {
  provide: Outbox,
  inject: [Database, Messages, LOGGER],
  useFactory: (database: Database, messages: Messages, logger: Logger) =>
    new Outbox({ table: 'billing.outbox', database, messages, logger }),
};

@Module({
  controllers: [
    ContractsController,
    QuotaController,
    AccessController,
    ReprocessController,
    ActivationController,
    PreviewController,
    ReportsController,
  ],
  providers: [outbox, ContractBook, AccountLines, QuotaReservations, AccessBook, Upkeep],
})
class BillingModule {}

export { billingSettings } from './settings.js';
export const billing: ServiceDefinition<BillingSettings> = { name: 'billing', module: BillingModule };
