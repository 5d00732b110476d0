import { type Static, Type } from 'typebox';
import { docType, mode, months, profileStates, sectionName, sourceName, uuid } from '../schema/vocabulary.js';
import { deliveryStates, lastUrl, whatIsKept } from '../messages/webhook-deliveries.js';
import { answerMarks, sectionBasis, type SectionBasis } from '../summary/basis.js';
import { group, nullable } from '../schema/fields.js';
import { summaryExample } from '../summary/summary-example.js';
import { summaryV2 } from '../summary/summary.js';
import { answered } from './operation.js';

const instant = Type.String({ format: 'date-time' });
const taxId = Type.String();
const head = {
  docType,
  taxId,
  at: Type.String({ format: 'date-time', description: 'instant whose state is shown; if the access has ended, its end' }),
  sha256: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'SHA-256 of `evidence` in the record, as JSON without spaces; unchanged while the evidence is',
  }),
};
const sections = Type.Array(sectionBasis, { description: 'basis of each section, without the sections that the plan leaves out' });

const setting = {
  paused: Type.Array(Type.String(), {
    description:
      'sources of these sections that an operator had paused at that instant; pauses that ended before this was recorded are missing',
  }),
  plan: group('PlanOfDay', {
    withheld: Type.Array(sectionName, { description: 'sections that are left out here, by the plan of the access as it is now' }),
    withheldThen: nullable(Type.Array(Type.String()), {
      description: 'sections that the contract of the day of `at` left out; null: there was no contract',
    }),
  }),
};

const profileBasis = group('ProfileBasis', {
  ...head,
  ...setting,
  sections,
  latest: Type.Array(group('LatestAnswer', { source: sourceName, version: nullable(Type.String()), answeredAt: instant, ...answerMarks }), {
    description: 'when each source last answered, changed or not; empty for a past day, or if you cannot read the profile now',
  }),
});

const actor = nullable(Type.String(), { description: '`user` with an email, or `credential` with an access key; null: not recorded' });

const requested = group('RecordedRequest', {
  requestId: uuid,
  at: instant,
  kind: Type.Enum(['load', 'update'], { description: '`load`, or `update` for a forced update' }),
  actor,
  mode: nullable(mode),
  months: nullable(months),
  state: Type.Enum(['loading', 'loaded', 'skipped', 'failed']),
  reason: nullable(Type.String(), { description: 'error code of a document that failed or was skipped; otherwise null' }),
  estado: nullable(Type.Enum([...profileStates]), {
    description: 'how the load of a loaded document ended; null: not loaded, or the stored data was fresh',
  }),
  failedSources: Type.Array(Type.String()),
});

const opened = group('RecordedAccess', {
  openedAt: instant,
  endsAt: nullable(instant, { description: 'end of the access; null: no end date, or for a past day, that it lasted beyond that day' }),
  requestId: nullable(uuid, { description: 'id of the request or the activation that opened the access; null: not recorded' }),
  activatedBy: nullable(Type.String(), {
    description: 'actor who activated the monitoring, `operator` for the command line; null: a load opened the access, or not recorded',
  }),
});

const told = group('RecordedEvent', {
  triggerId: Type.String(),
  at: instant,
  actor,
  deliveries: Type.Array(
    group('RecordedDelivery', {
      deliveryId: uuid,
      configurationId: uuid,
      health: Type.Enum([...deliveryStates]),
      attempts: Type.Integer(),
      url: lastUrl,
      lastStatus: nullable(Type.Integer()),
      closedAt: nullable(instant),
    }),
  ),
  ...whatIsKept,
});

const evidence = group('ProfileEvidence', { docType, taxId, summary: summaryV2, sections });
export type ProfileEvidence = Static<typeof evidence>;

const profileRecord = group('ProfileRecord', {
  ...head,
  ...setting,
  evidence,
  requests: Type.Array(requested, { description: 'requests of your corporation for this document, newest first' }),
  accesses: Type.Array(opened, { description: 'periods in which your corporation could read the profile, newest first' }),
  events: Type.Array(told, { description: 'webhook events about the profile, newest first, without tests' }),
  requestsWholeAfter: nullable(instant, {
    description: 'requests until this instant may have been deleted, as old ones are; null: none since your first access',
  }),
  isWhole: Type.Boolean({
    description:
      'true: nothing since your first access is left out; false: only the newest 100 requests, accesses or events are listed, deliveries of an event are no longer kept, or old requests may have been deleted',
  }),
});

const compliance: SectionBasis = {
  section: 'alerta_compliance',
  statusCode: 'SH10',
  validFrom: '2026-11-21T14:00:06.000Z',
  sources: [{ source: 'listas_compliance', version: 'SANCIONES 2026-11-20', observedAt: '2026-11-21T14:00:05.000Z', failed: false }],
  score: null,
  screening: {
    lists: [{ list: 'SANCIONES', version: '2026-11-20' }],
    hits: [
      {
        list: 'SANCIONES',
        topic: 'sancion',
        isBinding: false,
        entityId: 'S-104',
        link: null,
        subject: 'titular',
        askedName: 'COMERCIAL EJEMPLO S.A.C.',
        listedName: 'COMERCIAL EJEMPLO DEL SUR',
        document: null,
        similarity: 0.78,
        evidence: { strength: 0.25, grounds: [{ fact: 'country', speaks: 'against', asked: 'PE', listed: 'CO' }] },
        verdict: null,
        words: {
          pairs: [
            { asked: 'ejemplo', listed: 'ejemplo', score: 1 },
            { asked: 'comercial', listed: 'comercial', score: 1 },
          ],
          askedOnly: [],
          listedOnly: ['del', 'sur'],
        },
      },
    ],
  },
};
const headExample = {
  docType: 'RUC' as const,
  taxId: '20990000019',
  at: '2026-11-21T15:00:00.000Z',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};
const settingExample = { paused: [], plan: { withheld: [], withheldThen: [] } };

export const basis = answered('the basis of the profile, section by section', profileBasis, {
  ...headExample,
  ...settingExample,
  sections: [compliance],
  latest: [{ source: 'listas_compliance', version: 'SANCIONES 2026-11-21', answeredAt: '2026-11-21T14:00:05.000Z' }],
});

export const record = answered('the evidence, and the acts of your corporation', profileRecord, {
  ...headExample,
  ...settingExample,
  evidence: { docType: headExample.docType, taxId: headExample.taxId, summary: summaryExample.v2.data, sections: [compliance] },
  requests: [
    {
      requestId: '0b3f6a1e-5c0e-4d6a-9a57-3f1d2f1b6c11',
      at: '2026-11-21T14:00:00.000Z',
      kind: 'load',
      actor: 'user ana@demo.example',
      mode: 'monitoring',
      months: 6,
      state: 'loaded',
      reason: null,
      estado: 'succeeded',
      failedSources: [],
    },
  ],
  accesses: [
    {
      openedAt: '2026-11-21T14:00:06.000Z',
      endsAt: '2027-06-01T05:00:00.000Z',
      requestId: '0b3f6a1e-5c0e-4d6a-9a57-3f1d2f1b6c11',
      activatedBy: null,
    },
  ],
  events: [],
  requestsWholeAfter: null,
  isWhole: true,
});
