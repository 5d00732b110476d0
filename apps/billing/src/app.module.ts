import { Module } from '@nestjs/common';
import type { ServiceDefinition } from '@vigia/service-kit';
import { AbandonedReservations } from './access/abandoned-reservations.js';
import { AccessController } from './access/access.controller.js';
import { AccessBook } from './access/access-book.js';
import { ContractBook } from './contracts/contract-book.js';
import { ContractsController } from './contracts/contracts.controller.js';
import type { BillingSettings } from './settings.js';

@Module({ controllers: [ContractsController, AccessController], providers: [ContractBook, AccessBook, AbandonedReservations] })
class BillingModule {}

export { billingSettings } from './settings.js';
export const billing: ServiceDefinition<BillingSettings> = { name: 'billing', module: BillingModule };
