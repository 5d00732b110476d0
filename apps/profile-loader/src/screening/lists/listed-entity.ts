import type { Comparison } from '@vigia/names';
import type { ListedEntity, ListedName } from '../domain/listed-entity.js';
import type { IdentityDocument } from '../domain/subjects.js';

/** A listed name beside the one that was asked for. */
export interface Found {
  entity: ListedEntity;
  name: ListedName;
  comparison: Comparison;
  /** The document by which it was found, if it was. */
  document: IdentityDocument | null;
}
