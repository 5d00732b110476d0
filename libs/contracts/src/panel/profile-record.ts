import { type Static, Type } from 'typebox';
import { docType, mode, months, sourceName, uuid } from '../messages/vocabulary.js';
import { profileStates } from '../messages/loads.js';
import { deliveryStates } from '../messages/webhook-deliveries.js';
import { answerMarks, sectionBasis, type SectionBasis } from '../summary/basis.js';
import { group, nullable } from '../summary/fields.js';
import { summaryExample } from '../summary/summary-example.js';
import { summaryV2 } from '../summary/summary.js';
import { answered } from './operation.js';

const instant = Type.String({ format: 'date-time' });
const taxId = Type.String();
const head = {
  docType,
  taxId,
  at: Type.String({ format: 'date-time', description: 'the moment that it tells of: after the end of an access, that end' }),
  sha256: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'of `evidence` in the record, as JSON without spaces; the same on another day as long as nothing has changed',
  }),
};
const sections = Type.Array(sectionBasis, { description: 'without those that the plan leaves out' });

const profileBasis = group('ProfileBasis', {
  ...head,
  sections,
  latest: Type.Array(group('LatestAnswer', { source: sourceName, version: nullable(Type.String()), answeredAt: instant, ...answerMarks }), {
    description: 'when each source last answered, whether or not that was news; empty of the past',
  }),
});

const actor = nullable(Type.String(), { description: '`user` with an email, `credential` with an access key; null where it was not kept' });

const requested = group('RecordedRequest', {
  requestId: uuid,
  at: instant,
  kind: Type.Enum(['load', 'update'], { description: 'update: a forced one' }),
  actor,
  mode: nullable(mode),
  months: nullable(months),
  state: Type.Enum(['loading', 'loaded', 'skipped', 'failed']),
  reason: nullable(Type.String(), { description: 'code of the catalogue of errors' }),
  estado: nullable(Type.Enum([...profileStates]), { description: 'how its load ended' }),
  failedSources: Type.Array(Type.String()),
});

const opened = group('RecordedAccess', {
  openedAt: instant,
  endsAt: nullable(instant),
  requestId: nullable(uuid, { description: 'the request or the activation that opened it' }),
  activatedBy: nullable(Type.String(), { description: 'who activated it; null where a load opened it' }),
});

const told = group('RecordedEvent', {
  triggerId: Type.String(),
  at: instant,
  deliveries: Type.Array(
    group('RecordedDelivery', {
      deliveryId: uuid,
      configurationId: uuid,
      health: Type.Enum([...deliveryStates]),
      attempts: Type.Integer(),
      lastStatus: nullable(Type.Integer()),
      closedAt: nullable(instant),
    }),
  ),
});

const evidence = group('ProfileEvidence', { docType, taxId, summary: summaryV2, sections });
export type ProfileEvidence = Static<typeof evidence>;

const profileRecord = group('ProfileRecord', {
  ...head,
  evidence,
  requests: Type.Array(requested, { description: 'of your corporation, newest first' }),
  accesses: Type.Array(opened, { description: 'when your corporation could read it, newest first' }),
  events: Type.Array(told, { description: 'what receivers were told of it, newest first; without tests' }),
  isWhole: Type.Boolean({ description: 'false where only the newest 100 of a kind are listed' }),
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

export const basis = answered('section by section', profileBasis, {
  ...headExample,
  sections: [compliance],
  latest: [{ source: 'listas_compliance', version: 'SANCIONES 2026-11-21', answeredAt: '2026-11-21T14:00:05.000Z' }],
});

export const record = answered('the evidence and the acts', profileRecord, {
  ...headExample,
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
  isWhole: true,
});
