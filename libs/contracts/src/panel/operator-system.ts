import { Type, type Static } from 'typebox';
import { portfolioVerified, sourceMessages } from '../messages/loads.js';
import { sourceName, writtenInstant } from '../schema/vocabulary.js';
import { closed, group, nullable } from '../schema/fields.js';
import { givenReason } from './given-name.js';
import { answered, operation, shown } from './operation.js';
import { ofOperators } from './operator-corporations.js';
import { mostOverdueCounted, overdueKinds } from './overdue-kinds.js';

const source = sourceMessages['sources.pause'].reply;
const ofSource = closed({ source: sourceName });
const oneSource = group('OneSource', { source });

const sourceExample: Static<typeof source> = {
  source: 'protestos',
  pause: null,
  waiting: 3,
  active: 1,
  lastAnswerAt: '2026-11-21T15:20:00.000Z',
  hour: { asked: 412, failed: 9, timedOut: 4, p50Ms: 320, p95Ms: 2_150 },
  circuits: { open: 0, of: 2 },
};
const pause = { reason: 'el proveedor cambia su contrato', since: '2026-11-21T15:20:00.000Z' };

export const operatorSources = {
  list: operation({
    ...ofOperators,
    method: 'GET',
    path: '/panel/v1/operator/sources',
    summary: 'See how each source answers, and how many jobs wait for it',
    answer: answered('every source', sourceMessages['sources.list'].reply, { sources: [sourceExample] }),
  }),
  pause: operation({
    ...ofOperators,
    method: 'PUT',
    path: '/panel/v1/operator/sources/:source/pause',
    summary: 'Stop asking a source: loads wait for it until its deadline and then go on without it',
    params: ofSource,
    body: shown(group('SourcePause', { reason: givenReason }), { reason: pause.reason }),
    answer: answered('the source, paused', oneSource, { source: { ...sourceExample, pause } }),
  }),
  resume: operation({
    ...ofOperators,
    method: 'DELETE',
    path: '/panel/v1/operator/sources/:source/pause',
    summary: 'Ask a paused source again',
    params: ofSource,
    answer: answered('the source', oneSource, { source: sourceExample }),
  }),
};

const work = group('WorkUnderWay', {
  queues: nullable(Type.Array(group('QueueDepth', { queue: Type.String(), waiting: Type.Integer(), active: Type.Integer() })), {
    description: 'null: the broker does not answer',
  }),
  overdue: Type.Array(
    group('OverdueWork', {
      kind: Type.Enum([...overdueKinds], { title: 'OverdueKind' }),
      rows: nullable(Type.Integer(), {
        description: `number of rows that have been due for more than a minute; ${mostOverdueCounted}: that many or more; null: they could not be counted in time`,
      }),
      oldestAt: nullable(writtenInstant, { description: 'since when the oldest overdue row has been due; null: no row' }),
    }),
  ),
  refused: nullable(
    Type.Array(
      group('RefusedMessage', {
        refusedAt: writtenInstant,
        queue: Type.String(),
        name: Type.String(),
        reason: Type.String(),
        correlationId: nullable(Type.String()),
      }),
    ),
    { description: 'messages refused as invalid and not retried, newest first, at most 100; null: the broker does not answer' },
  ),
});

const list = group('ScreeningList', {
  name: Type.String(),
  version: Type.String(),
  topic: Type.Enum(['sancion', 'pep', 'inhabilitacion'], { title: 'ListTopic' }),
  importedAt: writtenInstant,
  entities: Type.Integer({ description: 'number of entries on the list' }),
});

const verification = group('LedgerVerification', {
  contracts: Type.Integer({ description: 'number of ledgers that were replayed' }),
  drifts: Type.Array(group('LedgerDrift', { contractId: Type.String(), what: Type.String(), detail: Type.String() }), {
    description: 'differences found; empty: every ledger agrees with its account',
  }),
});

const { corporationId, what } = portfolioVerified.properties.drifts.items.properties;

const portfolioVerification = group('PortfolioVerification', {
  corporations: Type.Integer({ description: 'number of portfolios that were compared' }),
  healed: Type.Integer({ description: 'number of entries that differed and were corrected' }),
  drifts: Type.Array(group('PortfolioDrift', { corporationId, what, entries: Type.Integer({ minimum: 1 }) }), {
    description: 'the first hundred entries that differed, counted by corporation and by kind of difference, without their documents',
  }),
});

export const operatorWork = {
  look: operation({
    ...ofOperators,
    method: 'GET',
    path: '/panel/v1/operator/queues',
    summary: 'See the length of every queue, the overdue work and the refused messages',
    answer: answered('queues, overdue work and refused messages as they are now', work, {
      queues: [{ queue: 'source-protestos', waiting: 3, active: 1 }],
      overdue: [{ kind: 'delivery', rows: 2, oldestAt: '2026-11-21T15:20:00.000Z' }],
      refused: [],
    }),
  }),
  lists: operation({
    ...ofOperators,
    method: 'GET',
    path: '/panel/v1/operator/lists',
    summary: 'See the lists that profiles are screened against',
    answer: answered('lists in the order of their names', group('ScreeningLists', { lists: Type.Array(list) }), {
      lists: [{ name: 'OFAC', version: '2026-11-20', topic: 'sancion', importedAt: '2026-11-20T08:00:00.000Z', entities: 17_841 }],
    }),
  }),
  verifyLedgers: operation({
    ...ofOperators,
    method: 'POST',
    path: '/panel/v1/operator/verifications/ledgers',
    summary: 'Replay every ledger of months and compare it with its account',
    answer: answered('the differences found', verification, { contracts: 12, drifts: [] }),
  }),
  verifyPortfolios: operation({
    ...ofOperators,
    method: 'POST',
    path: '/panel/v1/operator/verifications/portfolios',
    summary: 'Compare every entry of every portfolio with its source rows, and correct those that differ',
    answer: answered('the differences found, which are corrected', portfolioVerification, {
      corporations: 12,
      healed: 3,
      drifts: [{ corporationId: '893d0f72-af5b-4131-94d2-78cbd1cb66bb', what: 'differed', entries: 3 }],
    }),
  }),
};
