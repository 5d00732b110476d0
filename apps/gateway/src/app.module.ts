import { Module } from '@nestjs/common';
import type { ServiceDefinition } from '@vigia/service-kit';
import { Callers } from './authentication/caller.js';
import { AuthenticationController } from './authentication/authentication.controller.js';
import { CredentialCheck } from './authentication/credential-check.js';
import { CredentialStore } from './authentication/credential-store.js';
import { TokenSigner } from './authentication/token-signer.js';
import { Admission } from './admission/admission.js';
import { gatewayAdapter } from './http/adapter.js';
import { configureHttp } from './http/configure.js';
import { IdentityStore } from './identity/identity-store.js';
import { IdentityController } from './identity/identity.controller.js';
import { FailedAttempts } from './limits/failed-attempts.js';
import { ForcedUpdatesController } from './forced-updates/forced-updates.controller.js';
import { HistoryController } from './history/history.controller.js';
import { HistoryReader } from './history/history-reader.js';
import { DocumentLimit } from './limits/document-limit.js';
import { RequestLimits } from './limits/request-limits.js';
import { WholeReads } from './limits/whole-reads.js';
import { IdempotentCalls } from './idempotency/idempotent-calls.js';
import { IdempotencyKeys } from './idempotency/idempotency-keys.js';
import { LoadRequests } from './loads/load-requests.js';
import { EarlierAccesses } from './loads/earlier-accesses.js';
import { RequestWaiter } from './loads/request-waiter.js';
import { BulkLoadController } from './loads/bulk-load.controller.js';
import { LoadController } from './loads/load.controller.js';
import { AddedUpReports } from './quota/added-up-reports.js';
import { ReportReader } from './quota/report-reader.js';
import { PreviewsController } from './quota/previews.controller.js';
import { ChargesController } from './quota/charges.controller.js';
import { AlertsController } from './quota/alerts.controller.js';
import { ContractsController } from './quota/contracts.controller.js';
import { ForecastController } from './quota/forecast.controller.js';
import { StatementController } from './quota/statement.controller.js';
import { PortfolioCounter } from './portfolio/portfolio-counts.js';
import { PortfolioReader } from './portfolio/portfolio-reader.js';
import { PortfolioListingController } from './portfolio/portfolio-listing.controller.js';
import { AuditLog } from './audit/audit-log.js';
import { RecordedCsv } from './csv/recorded-csv.js';
import { panelParts } from './panel/panel.js';
import type { GatewaySettings } from './settings.js';
import { LiveSummary } from './summaries/live-summary.js';
import { SummaryReader } from './summaries/summary-reader.js';
import { OwnFailure } from './summaries/own-failure.js';
import { ReadReplica } from './summaries/read-replica.js';
import { ReplicaSections } from './summaries/replica-sections.js';
import { SummariesController } from './summaries/summaries.controller.js';
import { OldRows } from './upkeep/old-rows.js';
import { TriggerController } from './webhooks/trigger.controller.js';
import { Triggers } from './webhooks/triggers.js';

@Module({
  controllers: [
    AuthenticationController,
    IdentityController,
    LoadController,
    BulkLoadController,
    SummariesController,
    HistoryController,
    PortfolioListingController,
    PreviewsController,
    ContractsController,
    ForecastController,
    AlertsController,
    StatementController,
    ChargesController,
    ForcedUpdatesController,
    TriggerController,
    ...panelParts.controllers,
  ],
  providers: [
    Admission,
    Callers,
    CredentialCheck,
    CredentialStore,
    TokenSigner,
    IdentityStore,
    FailedAttempts,
    RequestLimits,
    DocumentLimit,
    WholeReads,
    Triggers,
    OldRows,
    IdempotencyKeys,
    IdempotentCalls,
    RequestWaiter,
    EarlierAccesses,
    LoadRequests,
    ReadReplica,
    ReplicaSections,
    LiveSummary,
    OwnFailure,
    SummaryReader,
    HistoryReader,
    AddedUpReports,
    ReportReader,
    PortfolioReader,
    PortfolioCounter,
    AuditLog,
    RecordedCsv,
    ...panelParts.providers,
  ],
})
class GatewayModule {}

export { gatewaySettings } from './settings.js';
export const gateway: ServiceDefinition<GatewaySettings> = {
  name: 'gateway',
  module: GatewayModule,
  http: { adapter: gatewayAdapter, configure: configureHttp, drainMs: ({ drainMs }) => drainMs },
  servesWithoutBroker: true,
};
