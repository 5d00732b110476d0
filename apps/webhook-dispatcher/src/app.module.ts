import { Module } from '@nestjs/common';
import type { ServiceDefinition } from '@vigia/service-kit';
import { BackgroundWork } from './background-work.js';
import { ConfigurationStore } from './configurations/configuration-store.js';
import { ConfigurationsController } from './configurations/configurations.controller.js';
import { SecretChanges } from './configurations/secret-changes.js';
import { SecretsController } from './configurations/secrets.controller.js';
import { SettingsDrafts } from './configurations/settings-drafts.js';
import { Warnings } from './configurations/warnings.js';
import { DayCounts } from './counts/day-counts.js';
import { AttemptOutcomes } from './deliveries/attempt-outcomes.js';
import { Claims } from './deliveries/claims.js';
import { DeliveriesController } from './deliveries/deliveries.controller.js';
import { DeliveryDispatcher } from './deliveries/delivery-dispatcher.js';
import { DeliveryLog } from './deliveries/delivery-log.js';
import { DeliveryRunner, DeliveryWorkers } from './deliveries/delivery-runner.js';
import { DueDeliveries } from './deliveries/due-deliveries.js';
import { FirstAttempts } from './deliveries/first-attempts.js';
import { Health } from './deliveries/health.js';
import { Resends } from './deliveries/resends.js';
import { SignatureChecks } from './deliveries/signature-checks.js';
import { BodyPreview } from './events/bodies.js';
import { EventsController } from './events/events.controller.js';
import { LoadStarter } from './events/load-starter.js';
import { TriggerIntake } from './events/trigger-intake.js';
import { WaitingEvents } from './events/waiting-events.js';
import { Vault } from './secrets/vault.js';
import { ReceiverClient } from './sending/receiver-client.js';
import type { WebhookDispatcherSettings } from './settings.js';
import { Trials } from './trials/trials.js';
import { TrialsController } from './trials/trials.controller.js';
import { OldRows } from './upkeep/old-rows.js';
import { OverdueWork } from './upkeep/overdue-work.js';
import { SealRenewal } from './upkeep/seal-renewal.js';

const configurations = [SettingsDrafts, DayCounts, ConfigurationStore, Warnings, SecretChanges, Vault, Trials];
const events = [TriggerIntake, LoadStarter, WaitingEvents, BodyPreview];
const deliveries = [
  DueDeliveries,
  DeliveryDispatcher,
  DeliveryWorkers,
  Claims,
  DeliveryRunner,
  ReceiverClient,
  AttemptOutcomes,
  FirstAttempts,
  Resends,
  Health,
  DeliveryLog,
  SignatureChecks,
];
const upkeep = [OverdueWork, SealRenewal, OldRows, BackgroundWork];

@Module({
  controllers: [ConfigurationsController, SecretsController, TrialsController, EventsController, DeliveriesController],
  providers: [...configurations, ...events, ...deliveries, ...upkeep],
})
class WebhookDispatcherModule {}

export { webhookDispatcherSettings } from './settings.js';
export const webhookDispatcher: ServiceDefinition<WebhookDispatcherSettings> = {
  name: 'webhook-dispatcher',
  module: WebhookDispatcherModule,
};
