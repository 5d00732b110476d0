import type { Read } from '#gateway/operations.ts';

/** The queries that show something of a contract. */
export const changesOfContracts: { changes: Read[] } = {
  changes: [
    'GET /panel/v1/operator/corporations',
    'GET /panel/v1/operator/corporations/:corporationId',
    'GET /panel/v1/operator/corporations/:corporationId/contracts',
    'GET /panel/v1/operator/corporations/:corporationId/contracts/:contractId/statement',
  ],
};
