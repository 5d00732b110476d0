import type { AnswerTo, Read } from '#gateway/operations.ts';

export type Contract = AnswerTo<'GET /panel/v1/operator/corporations/:corporationId/contracts'>['contracts'][number];

/** The queries that show something of a contract. */
export const changesOfContracts: { changes: Read[] } = {
  changes: [
    'GET /panel/v1/operator/corporations',
    'GET /panel/v1/operator/corporations/:corporationId',
    'GET /panel/v1/operator/corporations/:corporationId/contracts',
    'GET /panel/v1/operator/corporations/:corporationId/contracts/:contractId/statement',
  ],
};
