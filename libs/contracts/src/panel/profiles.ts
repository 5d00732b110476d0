import { Type } from 'typebox';
import { dayRule, isDay } from '../calendar/days-and-instants.js';
import { closed } from '../messages/definition.js';
import { docType, mode, sectionName, taxId, uuid } from '../messages/vocabulary.js';
import { group, nullable } from '../summary/fields.js';
import { historyExample, historyPage } from '../summary/history.js';
import { summaryExample } from '../summary/summary-example.js';
import { summaryV2 } from '../summary/summary.js';
import { answered, operation } from './operation.js';
import { entryExample, portfolioEntry } from './portfolio.js';
import { basis, record } from './profile-record.js';

const ofProfiles = { tag: 'panel: profiles', openTo: 'colleague' } as const;

const params = closed({ docType, taxId });
const instant = Type.String({ format: 'date-time' });
const dayAsked = (description: string) => Type.Refine(Type.String({ format: 'date', description }), isDay, () => `must be ${dayRule}`);

const dated = closed({ fecha: Type.Optional(dayAsked('the profile as it stood at the end of that day in Lima')) });

const access = group('ProfileAccess', {
  state: Type.Enum(['pending', 'active', 'expired', 'failed'], {
    description: 'pending: its first load is under way',
  }),
  mode,
  expiresAt: nullable(instant, { description: 'null where it has no end of its own' }),
  withheld: Type.Array(sectionName, { description: 'sections that the plan leaves out' }),
  periods: Type.Array(group('AccessPeriod', { openedAt: instant, endsAt: nullable(instant) }), {
    description: 'newest first; nothing is shown of what was learned at other times',
  }),
});

export const profiles = {
  one: operation({
    ...ofProfiles,
    method: 'GET',
    path: '/panel/v1/profiles/:docType/:taxId',
    summary: 'See the right of your corporation to read a profile, and the profile as its portfolio has it',
    params,
    answer: answered(
      'the entry in the portfolio, the access, and the request that loads the profile now',
      group('ProfileFacts', {
        docType,
        taxId,
        entry: nullable(portfolioEntry, { description: 'null until it has been written, a moment after the first load was asked for' }),
        access,
        openRequest: nullable(uuid, { description: 'of your corporation; null while none is under way' }),
      }),
      {
        docType: 'RUC',
        taxId: entryExample.taxId,
        entry: entryExample,
        access: {
          state: 'active',
          mode: 'monitoring',
          expiresAt: '2027-06-01T05:00:00.000Z',
          withheld: [],
          periods: [{ openedAt: '2026-11-21T14:00:00.000Z', endsAt: '2027-06-01T05:00:00.000Z' }],
        },
        openRequest: null,
      },
    ),
    errors: ['profile_not_found'],
  }),
  summary: operation({
    ...ofProfiles,
    method: 'GET',
    path: '/panel/v1/profiles/:docType/:taxId/summary',
    summary: 'Read the summary of a profile, as v2 has it',
    params,
    query: dated,
    answer: {
      ...answered('the summary', group('ProfileSummary', { statusCode: Type.Integer(), data: summaryV2 }), summaryExample.v2),
      tagged: true,
    },
    errors: ['profile_not_found'],
  }),
  history: operation({
    ...ofProfiles,
    method: 'GET',
    path: '/panel/v1/profiles/:docType/:taxId/history',
    summary: 'Read what changed in a profile while you could read it',
    params,
    query: closed({
      limit: Type.Optional(Type.String({ pattern: '^([1-9]|[1-9][0-9]|100)$', description: '1 to 100 changes; 50 unless given' })),
      cursor: Type.Optional(Type.String({ maxLength: 100, description: '`siguiente` of the page before' })),
      seccion: Type.Optional(sectionName),
      desde: Type.Optional(dayAsked('from this day on, in Lima')),
      hasta: Type.Optional(dayAsked('up to this day in Lima, and all of it')),
    }),
    answer: answered('one page', historyPage, historyExample),
    errors: ['profile_not_found'],
  }),
  basis: operation({
    ...ofProfiles,
    method: 'GET',
    path: '/panel/v1/profiles/:docType/:taxId/basis',
    summary: 'See what each section of a profile rests on: its sources, the reasons of the score, the hits of the screening',
    params,
    query: dated,
    answer: basis,
    errors: ['profile_not_found'],
  }),
  record: operation({
    ...ofProfiles,
    openTo: 'analyst',
    method: 'GET',
    path: '/panel/v1/profiles/:docType/:taxId/record',
    summary: 'Read the record of a profile: the evidence with its hash, and what your corporation has done with it',
    params,
    query: dated,
    answer: record,
    errors: ['profile_not_found'],
  }),
};
