import { asKind, type Comparison, compareNames, NameIndex, prepareName, type NameKind, type PreparedName } from '@vigia/names';
import type { IdentityDocument } from '../domain/subjects.js';
import type { ListedEntity, ListedName } from '../domain/listed-entity.js';
import { toldKindOf, type ListVersion } from './list-meanings.js';

const kinds = ['person', 'company'] as const;
const wordsOfEverybody = 200_000;
const ofPeru = ['RUC', 'DNI'];

/** The name of a subject. */
export interface Asked {
  name: PreparedName;
  /** False if nothing states the subject's kind, and the name was only prepared as that of a person. */
  isKindTold: boolean;
}

/** A listed name, compared with the queried one. */
export interface Found {
  entity: ListedEntity;
  name: ListedName;
  comparison: Comparison;
  /** The document by which it was found, if any. */
  document: IdentityDocument | null;
}

interface Owner extends Pick<Found, 'entity' | 'name'> {
  prepared?: PreparedName;
}

/**
 * One version of a list in memory, searchable by document and by name. It is filled once and never changes afterwards. An entity whose kind
 * nothing states is in it as a person and as a company.
 */
export class ListIndex {
  private readonly byDocument = new Map<string, ListedEntity[]>();
  private readonly names: Record<NameKind, NameIndex>;
  private readonly owners: Record<NameKind, Owner[]> = { person: [], company: [] };

  /**
   * Set for a part that all subjects are compared with: it keeps its names prepared and caches the words of all subjects, up to a limit.
   * That takes ten times the memory, but only for a short time.
   */
  constructor(
    readonly list: ListVersion,
    private readonly isForEverybody = false,
  ) {
    const indexOf = (kind: NameKind) => (isForEverybody ? new NameIndex(kind, wordsOfEverybody) : new NameIndex(kind));
    this.names = { person: indexOf('person'), company: indexOf('company') };
  }

  add(entity: ListedEntity): void {
    for (const document of entity.documents) {
      const key = keyOf(document);
      const known = this.byDocument.get(key);
      if (known) known.push(entity);
      else this.byDocument.set(key, [entity]);
    }
    for (const kind of this.kindsOf(entity))
      for (const name of entity.names) {
        const prepared = prepareListed(name, kind);
        this.names[kind].add(prepared);
        this.owners[kind].push(this.isForEverybody ? { entity, name, prepared } : { entity, name });
      }
  }

  /**
   * Entities that have one of the documents, with each of their names. Only the numbers of Peru are known to be unique: by a passport, whose
   * country is not known, an entity is found under its names that have something in common with the queried one, or if that is not known.
   */
  withDocument(documents: readonly IdentityDocument[], asked: Asked): Found[] {
    return documents.flatMap((document) =>
      (this.byDocument.get(keyOf(document)) ?? []).flatMap((entity) =>
        entity.names
          .flatMap((name) => this.kindsOf(entity).map((kind) => ({ name, comparison: compared(asked, entity, prepareListed(name, kind)) })))
          .filter(({ comparison }) => ofPeru.includes(document.tipo.toUpperCase()) || asked.name.words.length === 0 || comparison.score > 0)
          .map((found) => ({ entity, ...found, document: { tipo: document.tipo, numero: document.numero } })),
      ),
    );
  }

  /** Entities that may have a similar name, whatever their kind. */
  named(asked: Asked): Found[] {
    return kinds.flatMap((kind) =>
      this.names[kind].find(asKind(asked.name, kind)).map((at) => {
        const { entity, name, prepared = prepareListed(name, kind) } = this.owners[kind][at]!;
        return { entity, name, comparison: compared(asked, entity, prepared), document: null };
      }),
    );
  }

  private kindsOf(entity: ListedEntity): readonly NameKind[] {
    const kind = toldKindOf(this.list.lista, entity);
    return kind === null ? kinds : [nameKindOf({ kind })];
  }
}

/**
 * `listed` is the name as that of a person or a company, which may be another kind than the entity was assumed to be. A ship or an aircraft is
 * known to be another kind than any subject.
 */
function compared({ name, isKindTold }: Asked, entity: ListedEntity, listed: PreparedName): Comparison {
  const isVehicle = entity.kind === 'vessel' || entity.kind === 'aircraft';
  const areKindsKnown = isVehicle || (isKindTold && (name.kind !== listed.kind || listed.kind === nameKindOf(entity)));
  return compareNames(name, listed, areKindsKnown);
}

function keyOf({ tipo, numero }: IdentityDocument): string {
  return `${tipo.toUpperCase()} ${numero.toUpperCase().replaceAll(/[\s.-]/g, '')}`;
}

/** Ships and aircraft are named as companies are. */
function nameKindOf({ kind }: Pick<ListedEntity, 'kind'>): NameKind {
  return kind === 'person' ? 'person' : 'company';
}

/** If a list does not say that the family name comes first, any word may be it. */
function prepareListed({ text, order }: ListedName, kind: NameKind): PreparedName {
  return order === 'family-first' ? prepareName(text, kind, 'family name first') : prepareName(text, kind);
}
