import { ActsController } from './acts/acts.controller.js';
import { CostlyActs } from './acts/costly-acts.js';
import { AuditController } from './audit/audit.controller.js';
import { OperatorAuditController } from './operator/audit.controller.js';
import { OperatorContractsController } from './operator/contracts.controller.js';
import { OperatorCorporationsController } from './operator/corporations.controller.js';
import { OperatorCredentialsController } from './operator/credentials.controller.js';
import { OperatorDatasetsController } from './operator/datasets.controller.js';
import { OperatedCorporations } from './operator/operated-corporations.js';
import { OperatedUsers } from './operator/operated-users.js';
import { OperatorSystemController } from './operator/system.controller.js';
import { OperatorUsersController } from './operator/users.controller.js';
import { WorkOfServices } from './operator/work-of-services.js';
import { PasswordStore } from './sign-in/password-store.js';
import { LiveController } from './live/live.controller.js';
import { LiveHeads } from './live/live-heads.js';
import { LiveStreams } from './live/live-streams.js';
import { SessionStore } from '../sessions/session-store.js';
import { SessionTokens } from '../sessions/session-tokens.js';
import { TokenOwners } from '../sessions/token-owners.js';
import { LoadHistory } from './loads/load-history.js';
import { LoadsController } from './loads/loads.controller.js';
import { AccessFacts } from './profiles/access-facts.js';
import { EvidenceReader } from './profiles/evidence-reader.js';
import { LatestAnswers } from './profiles/latest-answers.js';
import { DaySetting } from './profiles/day-setting.js';
import { RecordActs } from './profiles/record-acts.js';
import { PortfolioController } from './portfolio/portfolio.controller.js';
import { PortfolioRisks } from '../portfolio/portfolio-risk.js';
import { ProfilesController } from './profiles/profiles.controller.js';
import { QuotaController } from './quota/quota.controller.js';
import { PasswordsController, SessionsController } from './sign-in/sessions.controller.js';
import { PasswordHashing } from './sign-in/password-hashing.js';
import { SignIn } from './sign-in/sign-in.js';
import { SignInAttempts } from './sign-in/sign-in-attempts.js';
import { UserStore } from './users/user-store.js';
import { UserMessagesController } from './users/user-messages.controller.js';
import { UsersController } from './users/users.controller.js';
import { CredentialsController } from './credentials/credentials.controller.js';
import { ViewStore } from './views/view-store.js';
import { ViewsController } from './views/views.controller.js';
import { DeliveriesController } from './webhooks/deliveries.controller.js';
import { EventsController } from './webhooks/events.controller.js';
import { SecretsController } from './webhooks/secrets.controller.js';
import { WebhookLog } from './webhooks/webhook-log.js';
import { WebhookSettings } from './webhooks/webhook-settings.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';

/** The interface of people who sign in. */
export const panelParts = {
  controllers: [
    SessionsController,
    PasswordsController,
    UsersController,
    UserMessagesController,
    CredentialsController,
    ViewsController,
    PortfolioController,
    ProfilesController,
    ActsController,
    LoadsController,
    QuotaController,
    WebhooksController,
    SecretsController,
    EventsController,
    DeliveriesController,
    AuditController,
    OperatorCorporationsController,
    OperatorContractsController,
    OperatorUsersController,
    OperatorCredentialsController,
    OperatorAuditController,
    OperatorSystemController,
    OperatorDatasetsController,
    LiveController,
  ],
  providers: [
    PortfolioRisks,
    AccessFacts,
    EvidenceReader,
    LatestAnswers,
    RecordActs,
    DaySetting,
    CostlyActs,
    LiveHeads,
    LiveStreams,
    LoadHistory,
    PasswordHashing,
    PasswordStore,
    SignInAttempts,
    SignIn,
    SessionStore,
    SessionTokens,
    TokenOwners,
    UserStore,
    ViewStore,
    WebhookLog,
    WebhookSettings,
    OperatedCorporations,
    OperatedUsers,
    WorkOfServices,
  ],
};
