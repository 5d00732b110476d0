import { Type, type Static } from 'typebox';
import { contractMessages } from '../messages/contracts.js';
import { quotaReportMessages } from '../messages/quota-reports.js';
import { uuid } from '../schema/vocabulary.js';
import { sectionsInUse } from '../sources/catalogue.js';
import { closed, group } from '../schema/fields.js';
import { givenReason } from './given-name.js';
import { answered, operation, shown } from './operation.js';
import { ofCorporation, ofOperators } from './operator-corporations.js';

const contract = contractMessages['contracts.create'].reply;
const { kind, startsOn, endsOn, quotaMonths, documentPriceCents } = contractMessages['contracts.create'].payload.properties;
/** Billing accepts more: another release may send them. */
const excludedSections = Type.Optional(Type.Array(Type.Enum(sectionsInUse()), { uniqueItems: true }));
const one = group('OneContract', { contract });
const params = closed({ ...ofCorporation.properties, contractId: uuid });
const lineNumber = (description: string) => Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$', description }));

const terms = { kind: 'one_time', startsOn: '2027-01-01', endsOn: '2027-12-31', quotaMonths: 600, documentPriceCents: 150 } as const;
const quota = { granted: 600, available: 188, held: 0, consumed: 412 };
const example: Static<typeof contract> = {
  contractId: '5f0c2a1e-8d0b-4a52-9d0e-2f6c1b7a9e10',
  corporationId: '893d0f72-af5b-4131-94d2-78cbd1cb66bb',
  ...terms,
  excludedSections: [],
  quota,
  phase: 'in_force',
  endChanges: [],
};

export const operatorContracts = {
  list: operation({
    ...ofOperators,
    method: 'GET',
    path: '/panel/v1/operator/corporations/:corporationId/contracts',
    summary: 'List the contracts of a corporation with their quotas',
    params: ofCorporation,
    answer: answered('contracts in the order of their first days', group('ContractList', { contracts: Type.Array(contract) }), {
      contracts: [example],
    }),
  }),
  create: operation({
    ...ofOperators,
    method: 'POST',
    path: '/panel/v1/operator/corporations/:corporationId/contracts',
    summary: 'Create a contract; its first and last day, in Lima, belong to it, and contracts of a corporation never overlap',
    params: ofCorporation,
    body: shown(group('ContractTerms', { kind, startsOn, endsOn, quotaMonths, excludedSections, documentPriceCents }), terms),
    answer: answered('the contract', one, { contract: { ...example, quota: { granted: 600, available: 600, held: 0, consumed: 0 } } }),
    errors: ['contract_overlap', 'monitoring_ending'],
  }),
  amend: operation({
    ...ofOperators,
    method: 'PATCH',
    path: '/panel/v1/operator/corporations/:corporationId/contracts/:contractId',
    summary: 'Move the end of a contract that has not ended; whole months beyond an earlier end go back to the quota',
    params,
    body: shown(
      group('ContractAmendment', {
        endsOn,
        expectedEndsOn: Type.Optional({ ...endsOn, description: 'the end that is to be moved; without it, whatever end the contract has' }),
        reason: givenReason,
      }),
      { endsOn: '2099-12-31', expectedEndsOn: '2027-12-31', reason: 'renovado por la adenda 2' },
    ),
    answer: answered('the contract as amended', one, { contract: example }),
    errors: ['contract_overlap', 'contract_ended', 'contract_end_too_early', 'contract_end_passed', 'contract_end_moved'],
  }),
  adjust: operation({
    ...ofOperators,
    method: 'POST',
    path: '/panel/v1/operator/corporations/:corporationId/contracts/:contractId/adjustments',
    costly: true,
    summary:
      'Add months to a one-time contract that has not ended, or take away unused ones; an Idempotency-Key adjusts a contract once, at any time: another adjustment needs another key',
    params,
    body: shown(
      group('QuotaAdjustment', {
        months: Type.Integer({ minimum: -1_000_000, maximum: 1_000_000, description: 'months to add; negative: months to take away' }),
        revokeHolds: Type.Optional(Type.Boolean({ description: 'true: also takes months that are set aside for loads under way' })),
        reason: givenReason,
      }),
      { months: 24, reason: 'cortesía por la incidencia de octubre' },
    ),
    answer: answered('the contract as adjusted', one, { contract: example }),
    errors: ['months_not_available', 'contract_ended', 'conflict'],
  }),
  statement: operation({
    ...ofOperators,
    method: 'GET',
    path: '/panel/v1/operator/corporations/:corporationId/contracts/:contractId/statement',
    summary: 'Read the statement of a contract, line by line',
    params,
    query: closed({
      afterSeq: lineNumber('`seq` of the last line of the page before'),
      upToSeq: lineNumber('`upToSeq` of the first page; lines entered since then are left out'),
    }),
    answer: answered(
      'one page of lines, oldest first',
      group('OperatedStatement', quotaReportMessages['quota.statement'].reply.properties),
      {
        opening: { granted: 600, available: 600, held: 0, consumed: 0 },
        lines: [],
        closing: quota,
        more: false,
        upToSeq: 0,
      },
    ),
  }),
};
