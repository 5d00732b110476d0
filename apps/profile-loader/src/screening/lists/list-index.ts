import { asKind, compareNames, NameIndex, prepareName, type Comparison, type NameKind, type PreparedName } from '@vigia/names';
import type { IdentityDocument } from '../domain/subjects.js';
import type { ListedEntity, ListVersion } from './listed-entity.js';

/** A listed name beside the one that was asked for. */
export interface Found {
  entity: ListedEntity;
  name: string;
  comparison: Comparison;
  /** The document by which it was found, if it was. */
  document: IdentityDocument | null;
}

interface Owner {
  entity: ListedEntity;
  name: string;
}

const kinds = ['person', 'company'] as const;

/** One version of a list in memory, found by document and by name. It is filled once and never changes afterwards. */
export class ListIndex {
  private readonly byDocument = new Map<string, ListedEntity[]>();
  private readonly names = { person: new NameIndex('person'), company: new NameIndex('company') };
  private readonly owners: Record<NameKind, Owner[]> = { person: [], company: [] };

  constructor(readonly list: ListVersion) {}

  add(entity: ListedEntity): void {
    for (const document of entity.documents) {
      const key = keyOf(document);
      this.byDocument.set(key, [...(this.byDocument.get(key) ?? []), entity]);
    }
    for (const name of entity.names) {
      this.names[entity.kind].add(prepareListed(name, entity.kind));
      this.owners[entity.kind].push({ entity, name });
    }
  }

  /** Entities that have one of the documents, with each of their names. */
  withDocument(documents: readonly IdentityDocument[], asked: PreparedName): Found[] {
    return documents.flatMap((document) =>
      (this.byDocument.get(keyOf(document)) ?? []).flatMap((entity) =>
        entity.names.map((name) => ({ entity, name, comparison: compareNames(asked, prepareListed(name, entity.kind)), document })),
      ),
    );
  }

  /** Entities that may be named alike, whatever their kind. */
  named(asked: PreparedName): Found[] {
    return kinds.flatMap((kind) =>
      this.names[kind].find(asKind(asked, kind)).map((at) => {
        const { entity, name } = this.owners[kind][at]!;
        return { entity, name, comparison: compareNames(asked, prepareListed(name, kind)), document: null };
      }),
    );
  }
}

function keyOf({ tipo, numero }: IdentityDocument): string {
  return `${tipo} ${numero}`;
}

function prepareListed(name: string, kind: NameKind): PreparedName {
  return prepareName(name, kind, 'family name first');
}
