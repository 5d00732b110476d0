import { rucOfDni, type Document } from '@vigia/contracts';
import { type Archetype, drawArchetype } from './trouble.js';
import { type Casting, type Character, characterOf, magicDocuments } from './magic-documents.js';
import { drawCondition } from './condition.js';
import { always, type Script, unknownTaxpayer } from './outcome.js';
import { type Subject, subjectOf } from './subject.js';
import { drawTraits } from './traits.js';
import type { World } from './world.js';

export interface Taxpayer extends Character {
  document: Document;
  subject: Subject;
  ruc: string | null;
  script: Script;
  delayMs: number;
}

// By subject, so that the RUC of a magic person plays the same part as its DNI.
const castings = new Map<string, Casting>(magicDocuments.map((magic) => [subjectOf(magic).key, magic.casting]));

export function archetypeOf(world: World, { key }: Subject): Archetype {
  return drawArchetype(world.stream(key, 'arquetipo'));
}

function drawCharacter(world: World, subject: Subject): Character {
  const { key, kind } = subject;
  const archetype = archetypeOf(world, subject);
  const condition = drawCondition(archetype, kind, world.stream(key, 'condicion'));
  return { condition, traits: drawTraits(archetype, condition.size, world.stream(key, 'rasgos')) };
}

/** `call` counts the calls of one source about this document; only drifting magic documents use it. */
export function taxpayerOf(world: World, document: Document, call: number): Taxpayer {
  const subject = subjectOf(document);
  const casting = castings.get(subject.key);
  const character = casting ? characterOf(casting, subject.kind, call) : drawCharacter(world, subject);
  const possibleRuc = document.docType === 'RUC' ? document.taxId : document.docType === 'DNI' ? rucOfDni(document.taxId) : null;
  // A DNI that has no RUC and a RUC that answers for it would contradict each other.
  const ruc = subject.dni && !character.traits.hasRuc ? null : possibleRuc;
  const exists = document.docType !== 'RUC' || ruc !== null;
  return {
    ...character,
    document,
    subject,
    ruc,
    script: exists ? (casting?.script ?? always('ok')) : unknownTaxpayer,
    delayMs: casting?.delayMs ?? 0,
  };
}
