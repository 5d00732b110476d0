import { Type } from 'typebox';
import { dayRule, isDay } from '../calendar/days-and-instants.js';
import { contractMessages } from '../messages/contracts.js';
import { chargePosition, quotaReportMessages } from '../messages/quota-reports.js';
import { uuid } from '../schema/vocabulary.js';
import { closed, group, nullable } from '../schema/fields.js';
import { answered, operation } from './operation.js';

const ofQuota = { method: 'GET', openTo: 'colleague', tag: 'panel: quota' } as const;

const { contracts } = contractMessages['contracts.list'].reply.properties;
const { opening, lines, closing } = quotaReportMessages['quota.statement'].reply.properties;
const { charges: charged, totalCents } = quotaReportMessages['charges.list'].reply.properties;

const day = (description: string) => Type.Refine(Type.String({ format: 'date', description }), isDay, () => `must be ${dayRule}`);
const contractId = (whenLeftOut: string) =>
  Type.Optional(Type.String({ ...uuid, description: `id of the contract; when left out ${whenLeftOut}` }));
const statementOf = {
  contractId: contractId(
    'the contract in force today, or else the latest that was in force. The statement of a monthly contract is empty: it has no months',
  ),
  desde: Type.Optional(day('first day of the period, in Lima')),
  hasta: Type.Optional(day('last day of the period, in Lima')),
};
const chargesOf = {
  contractId: contractId('all contracts'),
  desde: day('first day of the period, in Lima'),
  hasta: day('last day of the period, in Lima'),
};
const nextCharges = nullable(Type.String(), { description: 'value of `after` for the next page; null on the last page' });
const csv = { file: true, mediaType: 'text/csv', description: 'CSV with every row, for a spreadsheet' } as const;
const named = { 'Content-Disposition': 'the name of the file' };

const exampleContract = '5f0c2a1e-8d0b-4a52-9d0e-2f6c1b7a9e10';
const quota = { granted: 100, available: 94, held: 0, consumed: 6 };

export const quotaReports = {
  contracts: operation({
    ...ofQuota,
    path: '/panel/v1/contracts',
    summary: 'List the contracts of your corporation',
    answer: answered('contracts, oldest first', group('ContractList', { contracts }), {
      contracts: [
        {
          contractId: exampleContract,
          corporationId: '893d0f72-af5b-4131-94d2-78cbd1cb66bb',
          kind: 'one_time',
          startsOn: '2026-01-01',
          endsOn: '2027-12-31',
          quotaMonths: 100,
          excludedSections: [],
          documentPriceCents: 1005,
          quota,
          phase: 'in_force',
          endChanges: [{ changedOn: '2026-11-21', from: '2026-12-31', to: '2027-12-31', reason: 'renovado por la adenda 2' }],
        },
      ],
    }),
  }),
  statement: operation({
    ...ofQuota,
    path: '/panel/v1/quota/statement',
    summary: 'Read the statement of a contract, line by line with its balance',
    query: closed({
      ...statementOf,
      afterLine: Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$', description: '`next` of the page before' })),
    }),
    answer: answered(
      'one page of lines, oldest first',
      group('PanelStatement', {
        contractId: uuid,
        opening,
        lines,
        closing,
        next: nullable(Type.Integer(), { description: 'value of `afterLine` for the next page; null on the last page' }),
      }),
      { contractId: exampleContract, opening: quota, lines: [], closing: quota, next: null },
    ),
    errors: ['not_found'],
  }),
  statementFile: operation({
    ...ofQuota,
    path: '/panel/v1/quota/statement.csv',
    summary: 'Download the statement of a contract as CSV',
    query: closed(statementOf),
    answer: { ...csv, description: `${csv.description}; each has the id of the contract in the last column, \`contrato\`` },
    headers: named,
    errors: ['not_found'],
  }),
  forecast: operation({
    ...ofQuota,
    path: '/panel/v1/quota/forecast',
    summary: 'See whether the quota suffices to carry every monitoring to the end of the contract',
    answer: answered('the forecast; null without a contract in force that has a quota', quotaReportMessages['quota.forecast'].reply, {
      forecast: null,
    }),
  }),
  alerts: operation({
    ...ofQuota,
    path: '/panel/v1/quota/alerts',
    summary: 'Read the alerts about the quota',
    answer: answered('alerts, newest first, at most 500', quotaReportMessages['quota.alerts'].reply, {
      alerts: [
        {
          contractId: exampleContract,
          kind: 'quota_50',
          crossing: '1',
          facts: { granted: 100, available: 47, held: 2 },
          raisedAt: '2026-11-20T16:02:07.314Z',
        },
      ],
    }),
  }),
  charges: operation({
    ...ofQuota,
    path: '/panel/v1/quota/charges',
    summary: 'Read the charges for documents that were new on the platform',
    query: closed({
      ...chargesOf,
      after: Type.Optional(Type.String({ pattern: chargePosition.source, description: '`next` of the page before' })),
    }),
    answer: answered(
      'one page of charges, oldest first, and the total of all pages',
      group('PanelCharges', { charges: charged, totalCents, next: nextCharges }),
      { charges: [], totalCents: 0, next: null },
    ),
    errors: ['not_found'],
  }),
  chargesFile: operation({
    ...ofQuota,
    path: '/panel/v1/quota/charges.csv',
    summary: 'Download the charges for documents as CSV',
    query: closed(chargesOf),
    answer: csv,
    headers: named,
    errors: ['not_found'],
  }),
};
