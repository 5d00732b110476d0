import type { NameKind } from '@vigia/names';
import type { IdentityDocument } from './subjects.js';

export interface ListedName {
  text: string;
  /** The list itself says that the name is weak evidence. */
  isWeak: boolean;
  order: 'family-first' | 'given-first' | 'unknown';
}

/** A day, or a range of years. */
export interface ListedBirth {
  day: string | null;
  from: number | null;
  to: number | null;
  isApproximate: boolean;
}

/** An entry of a list in the form in which it is compared. */
export interface ListedEntity {
  id: string;
  kind: NameKind | 'vessel' | 'aircraft';
  names: readonly ListedName[];
  documents: readonly IdentityDocument[];
  births: readonly ListedBirth[];
  /** Codes of two letters. */
  countries: readonly string[];
  programmes: readonly string[];
  link: string | null;
  /** The last day of an entry that ends. */
  until: string | null;
}
