import { Module } from '@nestjs/common';
import { baseSettings, type ServiceDefinition } from '@vigia/service-kit';
import { FinishedLoadsController } from './finished-loads/finished-loads.controller.js';

@Module({ controllers: [FinishedLoadsController] })
class WebhookDispatcherModule {}

export const webhookDispatcherSettings = baseSettings;
export const webhookDispatcher: ServiceDefinition = { name: 'webhook-dispatcher', module: WebhookDispatcherModule };
