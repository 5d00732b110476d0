import type { Document } from '@vigia/contracts';
import type { Origin, SourceAnswer, SourceConnector, SourceFailure, Trail } from '../../domain/source-answer.js';
import type { GivenBefore } from './given-before.js';

interface Overlay {
  name: string;
  connector: SourceConnector;
}

type Data = Extract<SourceAnswer, { outcome: 'data' }>;
type Standing = Extract<SourceAnswer, { outcome: 'data' | 'empty' }>;
type Fields = Record<string, unknown>;

/**
 * An imported register is the base. Fields that it lacks come from providers in their order, each with its own origin. If a provider fails,
 * the base stays with the fields that the provider gave before, and the answer says that a part is missing.
 */
export class OverlayConnector implements SourceConnector {
  constructor(
    private readonly base: SourceConnector,
    private readonly overlays: readonly Overlay[],
    private readonly before: (document: Document) => Promise<GivenBefore | undefined>,
  ) {}

  async ask(document: Document, signal: AbortSignal): Promise<SourceAnswer> {
    const base = await this.base.ask(document, signal);
    // The register is complete: a number that it does not know is unknown.
    if (base.outcome === 'unknown_taxpayer') return base;
    let answer: SourceAnswer = base;
    const missed: { name: string; failure: SourceFailure }[] = [];
    for (const { name, connector } of this.overlays) {
      if (answer.outcome === 'data' && missingIn(answer.data).length === 0) break;
      const told = await connector.ask(document, signal, stands(answer));
      if (told.outcome === 'failed') missed.push({ name, failure: told });
      answer = together(answer, told);
    }
    const last = missed.at(-1);
    if (!last || !stands(answer)) return answer;
    const before = await this.before(document);
    // After a failure the earlier answer stays, which the provider may have given.
    if (before && answer.outcome === 'empty') return last.failure;
    return withMissed(
      answer.outcome === 'data' ? withBefore(answer, before) : answer,
      missed.map(({ name }) => name),
    );
  }
}

/**
 * The known answer stays, unless it has no content: a register that is not imported, a base that failed, or nothing registered. If nobody
 * else has an answer, a provider's failure is the result: it is asked again, and its earlier answer stays.
 */
function together(known: SourceAnswer, told: SourceAnswer): SourceAnswer {
  if (known.outcome === 'data') return told.outcome === 'data' ? filledIn(known, told) : known;
  if (told.outcome === 'not_contracted') return known;
  if (told.outcome === 'failed') return known.outcome === 'not_contracted' ? told : known;
  if (told.outcome === 'unknown_taxpayer' && known.outcome === 'empty') return known;
  return told.outcome === 'data' ? withOwnOrigin(told) : told;
}

/** Every field has its origin, too: it stays when the provider does not answer and another one, or a register, takes its place. */
function withOwnOrigin(told: Data): Data {
  const missing = missingIn(told.data);
  const given = Object.keys(told.data).filter((field) => !missing.includes(field));
  return withFields(told, given, told.data as Fields, () => ({ sourceVersion: told.sourceVersion, observedAt: told.observedAt }));
}

/** The known answer stays; each field that it lacks comes from the new answer, with its origin. */
export function filledIn(known: Data, { data, sourceVersion, observedAt, trail }: Data): Data {
  const given = missingIn(known.data).filter((field) => saysMore((data as Fields)[field], (known.data as Fields)[field]));
  if (given.length === 0) return known;
  const filled = withFields(known, given, data as Fields, () => ({ sourceVersion, observedAt }));
  const notes = [...(known.trail?.notes ?? []), ...(trail?.notes ?? [])];
  return notes.length > 0 ? { ...filled, trail: { ...filled.trail, notes } } : filled;
}

/** A provider that does not answer withdraws nothing: each field that it gave stays, with its date. */
function withBefore(known: Data, before: GivenBefore | undefined): Data {
  if (!before) return known;
  const kept = missingIn(known.data).filter((field) => field in before.fields);
  return kept.length === 0 ? known : withFields(known, kept, before.answer, (field) => before.fields[field]!);
}

function withFields(known: Data, fields: string[], values: Fields, originOf: (field: string) => Origin): Data {
  const origins = { ...known.trail?.fields, ...Object.fromEntries(fields.map((field) => [field, originOf(field)])) };
  return {
    ...known,
    data: { ...known.data, ...Object.fromEntries(fields.map((field) => [field, values[field]])) },
    trail: { ...known.trail, fields: origins },
  };
}

function missingIn(data: object): string[] {
  return Object.entries(data)
    .filter(([, value]) => isMissing(value))
    .map(([field]) => field);
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

/** No entries say more than that nobody was asked; a later provider may still know some. */
function saysMore(told: unknown, known: unknown): boolean {
  return !isMissing(told) || (Array.isArray(told) && !Array.isArray(known));
}

function stands(answer: SourceAnswer): answer is Standing {
  return answer.outcome === 'data' || answer.outcome === 'empty';
}

function withMissed(answer: Standing, missed: string[]): SourceAnswer {
  const shown = 'Se muestra lo que respondieron los demás y lo que ya se sabía.';
  const notes = [
    ...(answer.trail?.notes ?? []),
    `${missed.length === 1 ? 'No respondió' : 'No respondieron'}: ${missed.join(', ')}. ${shown}`,
  ];
  const trail: Trail = { ...answer.trail, partial: true, notes };
  return { ...answer, trail };
}
