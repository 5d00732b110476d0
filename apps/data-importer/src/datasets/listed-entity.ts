/** A day, a year, or a range of years, exactly as the list says. */
export interface Birth {
  day?: string;
  from?: number;
  to?: number;
  approximate?: boolean;
}

export interface ListedName {
  text: string;
  alias: boolean;
  /** The list itself says that the name is weak evidence. */
  weak: boolean;
  order: 'family-first' | 'given-first' | 'unknown';
}

/** An entry of a list of persons, companies or ships, whichever authority publishes it. */
export interface ListedEntity {
  id: string;
  kind: 'person' | 'company' | 'vessel' | 'aircraft';
  names: ListedName[];
  documents: { type: string; number: string; country: string | null }[];
  births: Birth[];
  countries: string[];
  programmes: string[];
  link: string | null;
  remarks: string | null;
  /** The last day of an entry that ends. */
  until: string | null;
}
