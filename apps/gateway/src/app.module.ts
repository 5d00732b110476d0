import { Module } from '@nestjs/common';
import type { ServiceDefinition } from '@vigia/service-kit';
import { AuthenticationController } from './authentication/authentication.controller.js';
import { CheckCredentials } from './authentication/check-credentials.js';
import { CredentialDirectory } from './authentication/credential-directory.js';
import { TokenSigner } from './authentication/token-signer.js';
import { gatewayAdapter } from './http/adapter.js';
import { configureHttp } from './http/configure.js';
import { IdentityBook } from './identity/identity-book.js';
import { IdentityController } from './identity/identity.controller.js';
import { FailedAttempts } from './limits/failed-attempts.js';
import { ForgetOldLimits } from './limits/forget-old-limits.js';
import { RequestLimits } from './limits/request-limits.js';
import { AwaitRequest } from './loads/await-request.js';
import { LoadsController } from './loads/loads.controller.js';
import { RequestLoad } from './loads/request-load.js';
import type { GatewaySettings } from './settings.js';
import { ReadSummary } from './summaries/read-summary.js';
import { SummariesController } from './summaries/summaries.controller.js';

@Module({
  controllers: [AuthenticationController, IdentityController, LoadsController, SummariesController],
  providers: [
    CheckCredentials,
    CredentialDirectory,
    TokenSigner,
    IdentityBook,
    FailedAttempts,
    ForgetOldLimits,
    RequestLimits,
    AwaitRequest,
    RequestLoad,
    ReadSummary,
  ],
})
class GatewayModule {}

export { gatewaySettings } from './settings.js';
export const gateway: ServiceDefinition<GatewaySettings> = {
  name: 'gateway',
  module: GatewayModule,
  http: { adapter: gatewayAdapter, configure: configureHttp },
};
