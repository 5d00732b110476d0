import type { Document } from '@vigia/contracts';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** What one source may answer, and what that means for its section. */
export interface SourceMapping<Raw extends object = object, Piece = unknown> {
  accepts(raw: object): boolean;
  /** The source's part of the section. Null stands for a source that has nothing registered, or could not be read. */
  piece(raw: Raw | null, document: Document): Piece;
  /** False when the answer itself says that more of it is to come: such data never counts as fresh. */
  isComplete(raw: Raw): boolean;
}

interface MappingOptions<Schema extends TSchema, Piece> {
  /** Fields that the source adds are ignored; fields that it drops make the answer malformed. */
  answer: Schema;
  piece: (raw: Static<Schema> | null, document: Document) => Piece;
  isComplete?: (raw: Static<Schema>) => boolean;
}

export function defineMapping<Schema extends TSchema, Piece>({
  answer,
  piece,
  isComplete = () => true,
}: MappingOptions<Schema, Piece>): SourceMapping<Static<Schema> & object, Piece> {
  const check = Compile(answer);
  return { accepts: (raw) => check.Check(raw), piece, isComplete };
}
