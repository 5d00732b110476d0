import { type Static, Type } from 'typebox';
import { sectionName, sourceName } from '../messages/vocabulary.js';
import { group, nullable } from './fields.js';
import { sectionCodes } from './summary.js';

/** What a section was derived from. The loader keeps it with each version of the section; signed-in users can see it. */
const alertClass = Type.Enum(['Sin alerta', 'Alerta baja', 'Alerta media', 'Alerta alta', 'Alerta crítica']);
const scoreReason = group('ScoreReason', {
  module: nullable(Type.Enum(['identificacion', 'finanzas', 'judicial', 'laboral', 'boletin']), {
    description: 'null where several modules together are the reason',
  }),
  component: Type.String(),
  points: Type.Number(),
  atLeast: nullable(alertClass, { description: 'the class that this line asks for at least, whatever the points' }),
  text: Type.String({ description: 'in Spanish; ends before its figures where the plan leaves the module out' }),
});
export type ScoreReason = Static<typeof scoreReason>;

const similarity = Type.Number({ minimum: 0, maximum: 1 });
const words = Type.Array(Type.String());
const evidenceOfHit = group('EvidenceOfHit', {
  strength: Type.Number({ minimum: 0, maximum: 1, description: '0.3 where there is nothing but the names; never mixed with similarity' }),
  grounds: Type.Array(
    group('GroundOfEvidence', {
      fact: Type.Enum(['document', 'birth', 'country', 'weak_alias', 'kind']),
      speaks: Type.Enum(['for', 'against']),
      asked: Type.String(),
      listed: Type.String(),
    }),
  ),
});

export const hitVerdict = Type.Enum(['dismissed', 'confirmed']);
const verdictOnHit = group('VerdictOnHit', {
  verdict: hitVerdict,
  reason: Type.String(),
  decidedBy: Type.String(),
  decidedAt: Type.String({ format: 'date-time' }),
});

export const screeningHit = group('ScreeningHit', {
  list: Type.String(),
  topic: Type.Enum(['sancion', 'pep', 'inhabilitacion']),
  isBinding: Type.Boolean({ description: 'whether the law of Peru asks to act on this list' }),
  entityId: Type.String({ description: 'of the entry on the list' }),
  link: nullable(Type.String(), { description: 'to the entry, where the list gives one' }),
  subject: Type.Enum(['titular', 'representante', 'socio']),
  askedName: Type.String(),
  listedName: Type.String(),
  document: nullable(group('SharedDocument', { kind: Type.String(), number: Type.String() }), {
    description: 'that both have; null where only their names are alike',
  }),
  similarity,
  evidence: nullable(evidenceOfHit, {
    description: 'what speaks for the two being one, or against it, beside their names; null where the screening did not say',
  }),
  verdict: nullable(verdictOnHit, { description: 'what somebody has decided about it; a hit that is dismissed raises no alert' }),
  words: nullable(
    group('WordsOfHit', {
      pairs: Type.Array(group('WordPair', { asked: Type.String(), listed: Type.String(), score: similarity })),
      askedOnly: words,
      listedOnly: words,
    }),
    { description: 'which words of the two names fit; null where the screening did not say' },
  ),
});
export type ScreeningHit = Static<typeof screeningHit>;

const screening = group('ScreeningBasis', {
  lists: Type.Array(group('SearchedList', { list: Type.String(), version: Type.String() }), {
    description: 'as they were when these hits were found first',
  }),
  hits: Type.Array(screeningHit),
});
export type ScreeningBasis = Static<typeof screening>;

const score = group('ScoreBasis', { model: Type.String({ description: 'version of the scorecard' }), reasons: Type.Array(scoreReason) });

const instant = Type.String({ format: 'date-time' });

/** What must be known about an answer in addition to its content; left out if there is nothing to say. */
export const answerMarks = {
  simulated: Type.Optional(Type.Boolean({ description: 'invented by the simulator' })),
  partial: Type.Optional(Type.Boolean({ description: 'a part of it could not be read; the next load asks again' })),
  notes: Type.Optional(Type.Array(Type.String(), { description: 'in Spanish' })),
  fields: Type.Optional(
    Type.Array(group('FieldOrigin', { field: Type.String(), version: Type.String(), observedAt: instant }), {
      description: 'fields of the raw answer that another provider gave',
    }),
  ),
};

export const sectionBasis = group('SectionBasis', {
  section: sectionName,
  statusCode: Type.Enum([...sectionCodes]),
  validFrom: nullable(instant, { description: 'since when it says the same; null while nothing was written' }),
  sources: Type.Array(
    group('SourceBasis', {
      source: sourceName,
      version: nullable(Type.String(), { description: 'null where the source has given nothing' }),
      observedAt: nullable(instant, { description: 'when it said this first' }),
      failed: Type.Boolean({ description: 'in the last load; what it had said before stays' }),
      ...answerMarks,
    }),
  ),
  score: nullable(score, { description: 'of alerta_servicio' }),
  screening: nullable(screening, { description: 'of alerta_compliance; null of screenings from before it was kept' }),
});
export type SectionBasis = Static<typeof sectionBasis>;
