import type { Document } from '@vigia/contracts';
import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { SourceAnswer } from '../domain/source-answer.js';

type Data = Extract<SourceAnswer, { outcome: 'data' }>;

/** What one source may answer, and what that means for its section. */
export interface SourceMapping<Raw extends object = object, Piece = unknown> {
  accepts(raw: object): boolean;
  /** The answer without what must not be kept; its notes report that instead. */
  tidied(answer: Data): Data;
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
  /** Returns what is kept, and a note in Spanish if that is less than what came. */
  tidy?: (raw: Static<Schema>) => { kept: Static<Schema>; note: string | null };
}

export function defineMapping<Schema extends TSchema, Piece>({
  answer,
  piece,
  isComplete = () => true,
  tidy,
}: MappingOptions<Schema, Piece>): SourceMapping<Static<Schema> & object, Piece> {
  // At the first answer: compiling all sources took an eighth of the service's start.
  let check: Validator<{}, Schema> | undefined;
  const tidied = (given: Data): Data => {
    const { kept, note } = tidy?.(given.data as Static<Schema>) ?? { kept: given.data, note: null };
    if (note === null) return given;
    return { ...given, data: kept as object, trail: { ...given.trail, notes: [...(given.trail?.notes ?? []), note] } };
  };
  return { accepts: (raw) => (check ??= Compile(answer)).Check(raw), tidied, piece, isComplete };
}
