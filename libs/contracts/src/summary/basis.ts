import { type Static, Type } from 'typebox';
import { sectionName } from '../schema/vocabulary.js';
import { group, nullable } from '../schema/fields.js';
import { sectionCodes } from './sections.js';

const alertClass = Type.Enum(['Sin alerta', 'Alerta baja', 'Alerta media', 'Alerta alta', 'Alerta crítica']);
const scoreReason = group('ScoreReason', {
  module: nullable(Type.Enum(['identificacion', 'finanzas', 'judicial', 'laboral', 'boletin']), {
    description: 'module that the reason comes from; null: several modules together',
  }),
  component: Type.String(),
  points: Type.Number(),
  atLeast: nullable(alertClass, { description: 'lowest class that the reason allows, whatever the points; null: no such limit' }),
  text: Type.String({ description: 'the reason in Spanish, without its figures if the plan leaves the module out' }),
});
export type ScoreReason = Static<typeof scoreReason>;

const similarity = Type.Number({ minimum: 0, maximum: 1 });
const words = Type.Array(Type.String());
const evidenceOfHit = group('EvidenceOfHit', {
  strength: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'strength of the evidence apart from the similarity of the names, which never counts in it; 0.3: nothing but the names',
  }),
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
  isBinding: Type.Boolean({
    description: 'whether the law of Peru requires action on a hit of this list; also false where it was not recorded',
  }),
  entityId: Type.String({ description: 'id of the entry on the list' }),
  link: nullable(Type.String(), {
    description: 'address of the entry at the publisher of the list; null: the list gives none, or not recorded',
  }),
  subject: Type.Enum(['titular', 'representante', 'socio']),
  askedName: Type.String(),
  listedName: Type.String(),
  document: nullable(group('SharedDocument', { kind: Type.String(), number: Type.String() }), {
    description: 'document that the subject and the entry share; null: only their names are alike',
  }),
  similarity,
  evidence: nullable(evidenceOfHit, {
    description: 'evidence, besides the names, on whether subject and entry are the same; null: not recorded',
  }),
  verdict: nullable(verdictOnHit, { description: 'decision of an operator about the hit; null: none. A dismissed hit raises no alert' }),
  words: nullable(
    group('WordsOfHit', {
      pairs: Type.Array(group('WordPair', { asked: Type.String(), listed: Type.String(), score: similarity })),
      askedOnly: words,
      listedOnly: words,
    }),
    { description: 'comparison of the two names word by word; null: not recorded' },
  ),
});
export type ScreeningHit = Static<typeof screeningHit>;

const screening = group('ScreeningBasis', {
  lists: Type.Array(group('SearchedList', { list: Type.String(), version: Type.String() }), {
    description: 'lists that were searched, in the version in which these hits were first found',
  }),
  hits: Type.Array(screeningHit),
});
export type ScreeningBasis = Static<typeof screening>;

const score = group('ScoreBasis', { model: Type.String({ description: 'version of the scorecard' }), reasons: Type.Array(scoreReason) });

const instant = Type.String({ format: 'date-time' });

/** What must be known about an answer in addition to its content; left out if there is nothing to say. */
export const answerMarks = {
  simulated: Type.Optional(Type.Boolean({ description: 'true: the simulator invented the answer' })),
  partial: Type.Optional(Type.Boolean({ description: 'true: a part of the answer could not be read; the next load asks again' })),
  notes: Type.Optional(Type.Array(Type.String(), { description: 'remarks about the answer, in Spanish' })),
  fields: Type.Optional(
    Type.Array(group('FieldOrigin', { field: Type.String(), version: Type.String(), observedAt: instant }), {
      description: 'fields of the raw answer that came from another provider',
    }),
  ),
};

/** What a section was derived from. The loader keeps it with each version of the section; signed-in users can see it. */
export const sectionBasis = group('SectionBasis', {
  section: sectionName,
  statusCode: Type.Enum([...sectionCodes]),
  validFrom: nullable(instant, {
    description: 'since when the section has this content; null: not written yet, or only the failure of your first load is shown',
  }),
  sources: Type.Array(
    group('SourceBasis', {
      source: Type.String({ description: 'name of the source when the section was written' }),
      version: nullable(Type.String(), { description: 'version of the source that answered; null: the source has given no answer' }),
      observedAt: nullable(instant, { description: 'when the source first gave this answer; null: it has given none' }),
      failed: Type.Boolean({ description: 'whether the source failed in the last load; its earlier answer stays' }),
      ...answerMarks,
    }),
  ),
  score: nullable(score, { description: 'grounds of the score; null in sections other than alerta_servicio, or without a score' }),
  screening: nullable(screening, {
    description: 'grounds of the screening; null in sections other than alerta_compliance, without a screening, or if not recorded',
  }),
});
export type SectionBasis = Static<typeof sectionBasis>;
