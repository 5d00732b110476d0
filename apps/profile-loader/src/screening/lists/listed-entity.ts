import type { NameKind } from '@vigia/names';
import type { Hit } from '../../sources/listas_compliance/listas_compliance.js';
import type { IdentityDocument } from '../domain/subjects.js';

/** An entry of a list, as it is compared. */
export interface ListedEntity {
  id: string;
  kind: NameKind;
  names: readonly string[];
  documents: readonly IdentityDocument[];
}

/** Which list it is, in the version that was read. */
export interface ListVersion {
  lista: string;
  version: string;
  tema: Hit['tema'];
}
