import { OperatorAuditController } from './audit.controller.js';
import { OperatorContractsController } from './contracts.controller.js';
import { OperatorCorporationsController } from './corporations.controller.js';
import { OperatorCredentialsController } from './credentials.controller.js';
import { OperatorDatasetsController } from './datasets.controller.js';
import { OperatedCorporations } from './operated-corporations.js';
import { OperatedUsers } from './operated-users.js';
import { OperatorSystemController } from './system.controller.js';
import { OperatorUsersController } from './users.controller.js';
import { WorkOfServices } from './work-of-services.js';

export const operatorParts = {
  controllers: [
    OperatorCorporationsController,
    OperatorContractsController,
    OperatorUsersController,
    OperatorCredentialsController,
    OperatorAuditController,
    OperatorSystemController,
    OperatorDatasetsController,
  ],
  providers: [OperatedCorporations, OperatedUsers, WorkOfServices],
};
