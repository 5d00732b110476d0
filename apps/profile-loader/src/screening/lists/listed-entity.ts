import type { Comparison } from '@vigia/names';
import type { ListedEntity, ListedName } from '../domain/listed-entity.js';
import type { IdentityDocument } from '../domain/subjects.js';

/** A listed name, compared with the queried one. */
export interface Found {
  entity: ListedEntity;
  name: ListedName;
  comparison: Comparison;
  /** The document by which it was found, if any. */
  document: IdentityDocument | null;
}
