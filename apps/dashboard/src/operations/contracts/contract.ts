import type { AnswerTo, Read } from '#gateway/operations.ts';
import { day } from '#language/day.ts';

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

export const daysOf = ({ startsOn, endsOn }: Contract, fromTo: (from: string, to: string) => string) => fromTo(day(startsOn), day(endsOn));
