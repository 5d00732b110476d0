import { Type } from 'typebox';
import { dayRule, isDay } from '../calendar/days-and-instants.js';
import { docType, mode, sectionName, taxId, uuid } from '../schema/vocabulary.js';
import { closed, group, nullable } from '../schema/fields.js';
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

const dated = closed({
  fecha: Type.Optional(
    dayAsked(
      'day in Lima, today at the latest, at the end of which the profile is shown, or as it was when your access ended, if that was before; left out: as it is now',
    ),
  ),
});

const access = group('ProfileAccess', {
  state: Type.Enum(['pending', 'active', 'expired', 'failed'], {
    description: 'state of the right to read the profile; pending: its first load, or the first after an end, is under way',
  }),
  mode,
  expiresAt: nullable(instant, {
    description: 'end of the access; null: no end date, as for monitoring under a monthly plan, or no access yet',
  }),
  withheld: Type.Array(sectionName, { description: 'sections that the plan leaves out' }),
  periods: Type.Array(
    group('AccessPeriod', { openedAt: instant, endsAt: nullable(instant, { description: 'end of the period; null: no end date' }) }),
    {
      description: 'the newest 100 periods of access, newest first; data from other times is not shown',
    },
  ),
});

export const profiles = {
  one: operation({
    ...ofProfiles,
    method: 'GET',
    path: '/panel/v1/profiles/:docType/:taxId',
    summary: 'See the access of your corporation to a profile, and its portfolio entry',
    params,
    answer: answered(
      'the portfolio entry, the access, and the request that loads the profile now',
      group('ProfileFacts', {
        docType,
        taxId,
        entry: nullable(portfolioEntry, { description: 'entry in the portfolio; null for a moment after the first load was requested' }),
        access,
        unregistered: Type.Boolean({
          description: 'whether the load of your corporation failed because the register does not know the document',
        }),
        openRequest: nullable(uuid, { description: 'request of your corporation that loads the profile now; null: none' }),
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
        unregistered: false,
        openRequest: null,
      },
    ),
    errors: ['profile_not_found'],
  }),
  summary: operation({
    ...ofProfiles,
    method: 'GET',
    path: '/panel/v1/profiles/:docType/:taxId/summary',
    summary: 'Read the summary of a profile in the form of v2',
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
    summary: 'Read the changes of a profile in the periods of your access',
    params,
    query: closed({
      limit: Type.Optional(Type.String({ pattern: '^([1-9]|[1-9][0-9]|100)$', description: '1 to 100 changes; 50 when left out' })),
      cursor: Type.Optional(Type.String({ maxLength: 100, description: '`siguiente` of the page before' })),
      seccion: Type.Optional(sectionName),
      desde: Type.Optional(dayAsked('only changes from this day in Lima on')),
      hasta: Type.Optional(dayAsked('only changes up to the end of this day in Lima')),
    }),
    answer: answered('one page', historyPage, historyExample),
    errors: ['profile_not_found'],
  }),
  basis: operation({
    ...ofProfiles,
    method: 'GET',
    path: '/panel/v1/profiles/:docType/:taxId/basis',
    summary: 'See the basis of each section of a profile: its sources, the reasons of the score, the hits of the screening',
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
    summary: 'Read the record of a profile: the evidence with its hash, and the acts of your corporation',
    params,
    query: closed({
      ...dated.properties,
      file: Type.Optional(Type.Enum(['true'], { description: '`true`: to take it away as a file, which is an act in the audit record' })),
    }),
    answer: record,
    errors: ['profile_not_found'],
  }),
};
