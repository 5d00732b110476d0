import type { Document, SourceName } from '@vigia/contracts';
import type { SourceMapping } from '../sources/source-mapping.js';

/** The raw answers of the sources of one section; null if a source has nothing registered or was never read. */
export type Answers = Partial<Record<SourceName, object | null>>;

/** What answers say in addition to the content of a section. */
interface Grounds {
  /** Kept with each version. */
  kept: object;
  /** A change of it makes a new version, even with the same content. */
  compared: object;
}

/** How the answers of its sources become one section. Pure: the same answers give the same section. */
export interface SectionDefinition<Source extends SourceName = SourceName> {
  mappings: Record<Source, SourceMapping>;
  v2(answers: Answers, document: Document): object;
  /** Left out if v1 shows the same as v2. */
  v1?(answers: Answers, document: Document): object | string;
  /** Null if the sources have nothing. Left out if the content says everything. */
  grounds?(answers: Answers): Grounds | null;
  /** Which source a field comes from, by the beginning of its path: the first match counts. */
  fieldSources: readonly (readonly [pathStart: string, source: SourceName])[];
}

interface Part {
  mapping: SourceMapping;
  /** The beginnings of the paths of its fields. A source without them has every field that no other source names more specifically. */
  fields?: readonly string[];
}
type Parts = { [S in SourceName]?: Part };
type Pieces<P extends Parts> = {
  [S in keyof P]: P[S] extends { mapping: { piece(raw: never, document: Document): infer Piece } } ? Piece : never;
};

interface SectionOptions<P extends Parts> {
  sources: P;
  v2: (pieces: Pieces<P>) => object;
  v1?: (pieces: Pieces<P>) => object | string;
  grounds?: (answers: Answers) => Grounds | null;
}

/** A section names its sources once. Its contents are built from their pieces, which arrive typed. */
export function defineSection<const P extends Parts>({
  sources,
  v2,
  v1,
  grounds,
}: SectionOptions<P>): SectionDefinition<keyof P & SourceName> {
  const parts = Object.entries(sources) as [SourceName, Part][];
  // A mapping only gets answers that it has accepted, so its piece has the declared type.
  const pieces = (answers: Answers, document: Document) =>
    Object.fromEntries(parts.map(([source, { mapping }]) => [source, mapping.piece(answers[source] ?? null, document)])) as Pieces<P>;
  return {
    mappings: Object.fromEntries(parts.map(([source, { mapping }]) => [source, mapping])) as Record<keyof P & SourceName, SourceMapping>,
    v2: (answers, document) => v2(pieces(answers, document)),
    ...(v1 && { v1: (answers: Answers, document: Document) => v1(pieces(answers, document)) }),
    ...(grounds && { grounds }),
    fieldSources: parts
      .flatMap(([source, { fields = [''] }]) => fields.map((start) => [start, source] as const))
      .toSorted(([one], [other]) => other.length - one.length),
  };
}
