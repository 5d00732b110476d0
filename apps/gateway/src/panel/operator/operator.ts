import { OperatorContractsController } from './contracts.controller.js';
import { OperatorCorporationsController } from './corporations.controller.js';
import { OperatedCorporations } from './operated-corporations.js';
import { OperatorSystemController } from './system.controller.js';
import { WorkOfServices } from './work-of-services.js';

/** The interface of those who run the platform. */
export const operatorParts = {
  controllers: [OperatorCorporationsController, OperatorContractsController, OperatorSystemController],
  providers: [OperatedCorporations, WorkOfServices],
};
