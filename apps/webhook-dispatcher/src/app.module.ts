import { Module } from '@nestjs/common';
import type { ServiceDefinition } from '@vigia/service-kit';
import { BackgroundWork } from './background-work.js';
import { CheckSettings } from './configurations/check-settings.js';
import { ConfigurationBook } from './configurations/configuration-book.js';
import { ConfigurationList } from './configurations/configuration-list.js';
import { ConfigurationsController } from './configurations/configurations.controller.js';
import { DraftSettings } from './configurations/draft-settings.js';
import { Preflight } from './trials/preflight.js';
import { ClaimDelivery } from './deliveries/claim-delivery.js';
import { DeliveriesController } from './deliveries/deliveries.controller.js';
import { DeliveryDispatcher } from './deliveries/delivery-dispatcher.js';
import { DeliveryLog } from './deliveries/delivery-log.js';
import { DeliveryWorkers } from './deliveries/delivery-workers.js';
import { DiagnoseDelivery } from './deliveries/diagnose-delivery.js';
import { FinishAttempt } from './deliveries/finish-attempt.js';
import { FirstAttempts } from './deliveries/first-attempts.js';
import { LeaseDue } from './deliveries/lease-due.js';
import { OverdueWork } from './deliveries/overdue-work.js';
import { Resend } from './deliveries/resend.js';
import { RunDelivery } from './deliveries/run-delivery.js';
import { AcceptTrigger } from './events/accept-trigger.js';
import { AwaitLoads } from './events/await-loads.js';
import { EventLog } from './events/event-log.js';
import { EventsController } from './events/events.controller.js';
import { PreviewBodies } from './events/preview-bodies.js';
import { SendTest } from './trials/send-test.js';
import { StartLoads } from './events/start-loads.js';
import { FinishedLoadsController } from './events/finished-loads.controller.js';
import { ResealSecrets } from './secrets/reseal-secrets.js';
import { Vault } from './secrets/vault.js';
import { ReceiverClient } from './sending/receiver-client.js';
import type { WebhookDispatcherSettings } from './settings.js';
import { TrialsController } from './trials/trials.controller.js';
import { ForgetOldRows } from './upkeep/forget-old-rows.js';

const configurations = [CheckSettings, DraftSettings, ConfigurationBook, ConfigurationList];
const trials = [Preflight, SendTest];
const events = [AcceptTrigger, StartLoads, AwaitLoads, EventLog, PreviewBodies];
const deliveries = [
  LeaseDue,
  DeliveryDispatcher,
  DeliveryWorkers,
  ClaimDelivery,
  RunDelivery,
  FinishAttempt,
  FirstAttempts,
  Resend,
  DeliveryLog,
  DiagnoseDelivery,
  OverdueWork,
];

@Module({
  controllers: [ConfigurationsController, TrialsController, EventsController, DeliveriesController, FinishedLoadsController],
  providers: [...configurations, ...trials, ...events, ...deliveries, Vault, ResealSecrets, ReceiverClient, ForgetOldRows, BackgroundWork],
})
class WebhookDispatcherModule {}

export { webhookDispatcherSettings } from './settings.js';
export const webhookDispatcher: ServiceDefinition<WebhookDispatcherSettings> = {
  name: 'webhook-dispatcher',
  module: WebhookDispatcherModule,
};
