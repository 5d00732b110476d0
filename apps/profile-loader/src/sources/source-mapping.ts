import type { Day, Document } from '@vigia/contracts';
import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { SourceAnswer } from '../domain/source-answer.js';

type Data = Extract<SourceAnswer, { outcome: 'data' }>;

/** What is kept of an answer, and a note in Spanish if that is less than what came. */
export interface Tidied<Kept> {
  kept: Kept;
  note: string | null;
  /** A part could not be read. */
  isPartial?: boolean;
}

/** What one source may answer, and what that means for its section. */
export interface SourceMapping<Raw extends object = object, Piece = unknown> {
  accepts(raw: object): boolean;
  /** The answer as it is kept: without what must not be kept, which its notes report, and without days after the answer. */
  tidied(answer: Data, answeredOn: Day): Data;
  /** The source's part of the section. Null means that the source has nothing registered, or could not be read. */
  piece(raw: Raw | null, document: Document): Piece;
  /** False if the answer itself says that more will come: such data never counts as fresh. */
  isComplete(raw: Raw): boolean;
}

interface MappingOptions<Schema extends TSchema, Piece> {
  /** Fields that the source adds are ignored; missing fields make the answer malformed. */
  answer: Schema;
  piece: (raw: Static<Schema> | null, document: Document) => Piece;
  isComplete?: (raw: Static<Schema>) => boolean;
  tidy?: (raw: Static<Schema>, answeredOn: Day) => Tidied<Static<Schema>>;
}

export function defineMapping<Schema extends TSchema, Piece>({
  answer,
  piece,
  isComplete = () => true,
  tidy,
}: MappingOptions<Schema, Piece>): SourceMapping<Static<Schema> & object, Piece> {
  // At the first answer: compiling all sources took an eighth of the service's start.
  let check: Validator<{}, Schema> | undefined;
  const tidied = (given: Data, answeredOn: Day): Data => {
    if (!tidy) return given;
    const { kept, note, isPartial } = tidy(given.data as Static<Schema>, answeredOn);
    const answer = { ...given, data: kept as object };
    if (note === null) return answer;
    const notes = [...(given.trail?.notes ?? []), note];
    return { ...answer, trail: { ...given.trail, ...(isPartial && { partial: true as const }), notes } };
  };
  return { accepts: (raw) => (check ??= Compile(answer)).Check(raw), tidied, piece, isComplete };
}
