import type { Document, SourceName } from '@vigia/contracts';
import type { SourceMapping } from '../sources/source-mapping.js';

/** The raw answers of the sources of one section; null where a source has nothing registered or was never read. */
export type Answers = Partial<Record<SourceName, object | null>>;

/** How the answers of its sources become one section. Pure: the same answers give the same section. */
export interface SectionDefinition {
  v2(answers: Answers, document: Document): object;
  /** Only where v1 shows something else than v2. */
  v1?(answers: Answers, document: Document): object | string;
  /** Which source a field comes from, by the beginning of its path; the first that fits. */
  fieldSources: readonly (readonly [pathStart: string, source: SourceName])[];
}

interface Part {
  mapping: SourceMapping;
  /** The beginnings of the paths of its fields. Without them it has every field that no other source names more closely. */
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
}

/** A section names its sources once, and is made of what each of them has to say. */
export function defineSection<const P extends Parts>({ sources, v2, v1 }: SectionOptions<P>): SectionDefinition {
  const parts = Object.entries(sources) as [SourceName, Part][];
  // Each mapping is given what it has accepted itself, so that its piece has the type that it declares.
  const pieces = (answers: Answers, document: Document) =>
    Object.fromEntries(parts.map(([source, { mapping }]) => [source, mapping.piece(answers[source] ?? null, document)])) as Pieces<P>;
  return {
    v2: (answers, document) => v2(pieces(answers, document)),
    ...(v1 && { v1: (answers: Answers, document: Document) => v1(pieces(answers, document)) }),
    fieldSources: parts
      .flatMap(([source, { fields = [''] }]) => fields.map((start) => [start, source] as const))
      .toSorted(([one], [other]) => other.length - one.length),
  };
}
