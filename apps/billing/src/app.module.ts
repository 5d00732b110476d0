import { Module } from '@nestjs/common';
import { baseSettings, type ServiceDefinition } from '@vigia/service-kit';
import { AccessController } from './access/access.controller.js';
import { AccessBook } from './access/access-book.js';
import { ContractBook } from './contracts/contract-book.js';
import { ContractsController } from './contracts/contracts.controller.js';

@Module({ controllers: [ContractsController, AccessController], providers: [ContractBook, AccessBook] })
class BillingModule {}

export const billingSettings = baseSettings;
export const billing: ServiceDefinition = { name: 'billing', module: BillingModule };
