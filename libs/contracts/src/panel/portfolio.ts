import { Type, type Static } from 'typebox';
import { dayRule, isDay } from '../calendar/days-and-instants.js';
import { docType, mode } from '../schema/vocabulary.js';
import { closed, group, nullable } from '../schema/fields.js';
import { sectionCodes } from '../summary/sections.js';
import { answered, operation } from './operation.js';

const ofPortfolio = { tag: 'panel: portfolio', openTo: 'colleague', method: 'GET' } as const;

export const standings = ['loading', 'active', 'expired', 'ended', 'failed'] as const;
const loadStates = ['loading', 'succeeded', 'partial', 'failed'] as const;
export const portfolioSorts = ['name', 'alert', 'expires', 'changed', 'taxId', 'loaded', 'compliance', 'light', 'exposure'] as const;
export type PortfolioSort = (typeof portfolioSorts)[number];

const instant = Type.String({ format: 'date-time' });
const code = nullable(Type.Enum([...sectionCodes]), {
  description: 'statusCode of the section, as in the summary; null: a query that has ended',
});
const rank = (maximum: number, description: string) => Type.Integer({ minimum: 0, maximum, description });
const alertClasses = 'class of alert: 0 not classified, 1 Sin alerta, 2 baja, 3 media, 4 alta, 5 crítica';
const complianceClasses = 'class of the screening: 0 not screened, 1 Baja, 2 Media, 3 Alta';
const lightClasses = 'worst colour of the traffic light: 0 none, 1 white, 2 green, 3 gray, 4 yellow, 5 red';

export const portfolioEntry = group('PortfolioEntry', {
  docType,
  taxId: Type.String(),
  standing: Type.Enum([...standings], {
    description:
      'loading: first load, or first after an end; expired: monitoring that ended; ended: query that ended, whose facts are no longer shown',
  }),
  mode,
  expiresAt: nullable(instant, {
    description: 'end of the access; null: no end date, as for monitoring under a monthly plan, or no access yet',
  }),
  estado: Type.Enum([...loadStates], { description: 'state of the last load; without meaning for a query that has ended' }),
  failedSources: Type.Integer({
    description: 'number of sources that failed in the last load; 0 for a query that has ended, and for a first load that failed',
  }),
  partialSince: nullable(instant, {
    description: 'since when the loads of the profile have been partial; null: the last one was not, or a query that has ended',
  }),
  unregistered: Type.Boolean({ description: 'whether the first load failed because the register does not know the document' }),
  name: nullable(Type.String()),
  taxpayer: group('PortfolioTaxpayer', { code, state: nullable(Type.String()), condition: nullable(Type.String()) }),
  alert: group('PortfolioAlert', {
    code,
    level: rank(5, alertClasses),
    points: nullable(Type.Integer()),
    max: nullable(Type.Integer()),
    modules: nullable(Type.Integer({ description: 'modules included in the score, of four; null: no score' })),
  }),
  light: group('PortfolioLight', {
    code,
    level: rank(5, lightClasses),
    value: nullable(Type.Integer({ description: 'code of the traffic light, as in semaforo_actual; null: not known' })),
  }),
  compliance: group('PortfolioCompliance', {
    code,
    level: rank(3, complianceClasses),
    hits: nullable(
      Type.Integer({ description: 'number of hits of the screening, also those that are only similar or were dismissed; null: not known' }),
    ),
    nameless: Type.Boolean({
      description: 'whether nobody was screened because no source knows a name; false also if that cannot be told from a failure',
    }),
  }),
  debt: group('PortfolioDebt', {
    code,
    rating: rank(5, 'worst rating: 0 none or not known, 1 NOR, 2 CPP, 3 DEF, 4 DUD, 5 PER'),
    exposureCents: nullable(Type.Integer({ description: 'total exposure in cents of a sol; null: no information, which is not zero' })),
  }),
  concursal: nullable(
    Type.Boolean({
      description:
        'whether the taxpayer is known to be listed in the insolvency bulletin; false also if only the bulletin was not read; null: nothing of the section judicial is shown',
    }),
  ),
  loadedAt: nullable(instant, {
    description: 'last load that this corporation asked for, or last refresh of its monitoring; null: none yet, or the first load failed',
  }),
  changedAt: Type.String({
    format: 'date-time',
    description: 'when the facts of this entry last changed; its access, its loads and `loadedAt` do not count',
  }),
});
export type PortfolioEntry = Static<typeof portfolioEntry>;

const listOf = (values: readonly string[], description: string) =>
  Type.Optional(
    Type.String({
      pattern: `^(${values.join('|')})(,(${values.join('|')}))*$`,
      description: `${description}; several separated by commas`,
    }),
  );
const ranks = (most: number) => Array.from({ length: most + 1 }, (_, one) => String(one));
const day = (description: string) =>
  Type.Optional(Type.Refine(Type.String({ format: 'date', description }), isDay, () => `must be ${dayRule}`));

const filters = {
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'beginning of a document number, or words of a name; one word of 3 to 12 letters and digits may be either',
    }),
  ),
  alert: listOf(ranks(5), alertClasses),
  compliance: listOf(ranks(3), complianceClasses),
  light: listOf(ranks(5), lightClasses),
  rating: listOf(ranks(5), 'worst rating: 0 none or not known, 1 NOR, 2 CPP, 3 DEF, 4 DUD, 5 PER'),
  mode: listOf(['monitoring', 'query'], 'mode of the access'),
  standing: listOf(standings, 'standing of the entry; all but ended when left out'),
  estado: listOf(loadStates, 'state of the last load'),
  condition: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'condition of the taxpayer, such as HABIDO' })),
  expiresFrom: day('only profiles whose access ends on this day in Lima or later, or has no end date'),
  expiresBefore: day('only profiles whose access ends before this day in Lima'),
  changedSince: day('only profiles whose facts changed on this day in Lima or later'),
  taxIds: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Za-z]{1,12}(,[0-9A-Za-z]{1,12}){0,99}$',
      description: 'only these document numbers, at most 100, separated by commas',
    }),
  ),
  moved: Type.Optional(
    Type.Refine(
      Type.String({
        pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}[.][0-5][.][0-5]$',
        description: 'only profiles whose class of alert changed in the week of this Monday, from one class to another: 2026-11-16.2.4',
      }),
      (text) => isDay(text.slice(0, 'YYYY-MM-DD'.length)),
      () => `must begin with ${dayRule}`,
    ),
  ),
};
const sort = Type.Optional(
  Type.Enum([...portfolioSorts, ...portfolioSorts.map((one) => `-${one}` as const)], {
    description: 'order of the entries, descending with a leading -; alert is by class, then by the share of points; -alert when left out',
  }),
);
const asked = closed({ ...filters, sort });
export type PortfolioFilters = Omit<Static<typeof asked>, 'sort'>;
export type PortfolioOrder = NonNullable<Static<typeof asked>['sort']>;

/** Fits a name of 300 characters, the longest that is kept, at four bytes each. */
export const longestPortfolioCursor = 1_700;
const cursor = (description: string) =>
  Type.Optional(Type.String({ maxLength: longestPortfolioCursor, pattern: '^[A-Za-z0-9_-]+$', description }));

export const entryExample: PortfolioEntry = {
  docType: 'RUC',
  taxId: '20990000043',
  standing: 'active',
  mode: 'monitoring',
  expiresAt: '2027-06-01T05:00:00.000Z',
  estado: 'succeeded',
  failedSources: 0,
  partialSince: null,
  unregistered: false,
  name: 'COMERCIAL EJEMPLO S.A.C.',
  taxpayer: { code: 'SH10', state: 'ACTIVO', condition: 'HABIDO' },
  alert: { code: 'SH10', level: 4, points: 58, max: 100, modules: 4 },
  light: { code: 'SH10', level: 5, value: 1 },
  compliance: { code: 'SH10', level: 1, hits: 0, nameless: false },
  debt: { code: 'SH10', rating: 3, exposureCents: 128_453_040 },
  concursal: false,
  loadedAt: '2026-11-21T14:00:06.000Z',
  changedAt: '2026-11-21T14:00:06.000Z',
};

const counted = (title: string, names: readonly string[]) => group(title, Object.fromEntries(names.map((name) => [name, Type.Integer()])));
const byRank = (most: number, description: string) =>
  Type.Array(Type.Integer(), { minItems: most + 1, maxItems: most + 1, description: `number of profiles in each class; ${description}` });

const counts = group('PortfolioCounts', {
  total: Type.Integer(),
  by: group('PortfolioClasses', {
    alert: byRank(5, alertClasses),
    compliance: byRank(3, complianceClasses),
    light: byRank(5, lightClasses),
    standing: counted('PortfolioStandings', standings),
    estado: counted('PortfolioLoadStates', loadStates),
    mode: counted('PortfolioModes', ['monitoring', 'query']),
  }),
  exposureCents: Type.Integer({ description: 'total exposure of the profiles whose debt is known, in cents of a sol' }),
  withoutDebt: Type.Integer({ description: 'number of profiles whose debt is not known' }),
  asOf: Type.String({ format: 'date-time', description: 'when the profiles were counted; above 100 000, counts are kept for a minute' }),
});
export type PortfolioCounts = Static<typeof counts>;

export const countsExample: PortfolioCounts = {
  total: 1,
  by: {
    alert: [0, 0, 0, 0, 1, 0],
    compliance: [0, 1, 0, 0],
    light: [0, 0, 0, 0, 0, 1],
    standing: { loading: 0, active: 1, expired: 0, ended: 0, failed: 0 },
    estado: { loading: 0, succeeded: 1, partial: 0, failed: 0 },
    mode: { monitoring: 1, query: 0 },
  },
  exposureCents: 128_453_040,
  withoutDebt: 0,
  asOf: '2026-11-21T15:00:00.000Z',
};

const risk = group('PortfolioRisk', {
  days: Type.Array(
    group('PortfolioDay', {
      day: Type.String({ format: 'date' }),
      alert: byRank(5, alertClasses),
      compliance: byRank(3, complianceClasses),
      exposureCents: Type.Integer(),
    }),
    { description: 'state of the portfolio each night, oldest first' },
  ),
  moved: Type.Array(
    group('PortfolioMove', {
      week: Type.String({ format: 'date', description: 'Monday of the week' }),
      from: rank(5, alertClasses),
      to: rank(5, alertClasses),
      profiles: Type.Integer(),
    }),
    { description: 'profiles that changed their class of alert, newest week first, and in a week the gravest new class first' },
  ),
  expiring: Type.Array(
    group('PortfolioExpiry', { month: Type.String({ description: 'month in Lima, YYYY-MM' }), profiles: Type.Integer() }),
    {
      description: 'active accesses by the month of their last day, for the next 400 days',
    },
  ),
});
export type PortfolioRisk = Static<typeof risk>;

export const portfolio = {
  list: operation({
    ...ofPortfolio,
    path: '/panel/v1/portfolio',
    summary: 'List the profiles of your corporation',
    query: closed({
      ...filters,
      sort,
      limit: Type.Optional(Type.String({ pattern: '^([1-9]|[1-9][0-9]|100)$', description: '1 to 100 rows; 25 when left out' })),
      before: cursor('`older` of another page, for the entries that follow it in this order'),
      after: cursor('`newer` of another page, for the entries that precede it in this order'),
    }),
    answer: answered(
      'one page',
      group('PortfolioPage', {
        entries: Type.Array(portfolioEntry),
        older: nullable(Type.String({ description: 'value of `before` for the next page; null: nothing follows' })),
        newer: nullable(Type.String({ description: 'value of `after` for the previous page; null: nothing precedes' })),
      }),
      { entries: [entryExample], older: null, newer: null },
    ),
  }),
  counts: operation({
    ...ofPortfolio,
    path: '/panel/v1/portfolio/counts',
    summary: 'Count the profiles of your corporation by class',
    query: closed(filters),
    answer: answered('counts by class', counts, countsExample),
  }),
  risk: operation({
    ...ofPortfolio,
    path: '/panel/v1/portfolio/risk',
    summary: 'See how the risk of your portfolio developed, and which accesses expire',
    query: closed({
      days: Type.Optional(
        Type.String({ pattern: '^([1-9][0-9]?|[12][0-9]{2}|3[0-5][0-9]|36[0-5])$', description: '1 to 365 days; 90 when left out' }),
      ),
    }),
    answer: answered('risk by day, changes of class by week, expiring accesses by month', risk, {
      days: [{ day: '2026-11-21', alert: [0, 3, 1, 1, 1, 0], compliance: [0, 5, 1, 0], exposureCents: 128_453_040 }],
      moved: [{ week: '2026-11-16', from: 3, to: 4, profiles: 1 }],
      expiring: [{ month: '2026-12', profiles: 2 }],
    }),
  }),
  file: operation({
    ...ofPortfolio,
    openTo: 'analyst',
    path: '/panel/v1/portfolio.csv',
    summary: 'Download the profiles of your corporation as CSV',
    query: asked,
    answer: {
      file: true,
      mediaType: 'text/csv',
      description:
        'CSV in UTF-8 with a byte order mark; formulas are escaped with an apostrophe. It has every profile that matched the filter when the file began, once, in the order of that moment and as it is when its row is read',
    },
    headers: { 'Content-Disposition': 'the name of the file' },
  }),
};
