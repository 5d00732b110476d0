import type { Read } from '#gateway/operations.ts';

/** Queries to repeat once something was loaded, updated or activated. */
export const changedByActs: Read[] = [
  'GET /panel/v1/loads',
  'GET /panel/v1/loads/:requestId',
  'GET /panel/v1/profiles/:docType/:taxId',
  'GET /panel/v1/profiles/:docType/:taxId/summary',
  'GET /panel/v1/contracts',
  'GET /panel/v1/quota/statement',
  'GET /panel/v1/quota/charges',
  'GET /panel/v1/quota/forecast',
];
