import { countryCode } from './countries.js';
import type { Birth, ListedEntity, ListedName } from './listed-entity.js';

type Kind = ListedEntity['kind'];
type Order = ListedName['order'];
type ListedDocument = ListedEntity['documents'][number];

/** The combined content of the rows about one entity. A repeated fact counts once, and the order of rows has no effect. */
export class EntityDraft {
  private readonly names = new Map<string, ListedName>();
  private readonly documents = new Map<string, ListedDocument>();
  private readonly births = new Map<string, Birth>();
  private readonly countries = new Set<string>();
  private readonly programmes = new Set<string>();
  private readonly remarks = new Set<string>();
  link: string | null = null;
  until: string | null = null;

  constructor(
    readonly id: string,
    readonly kind: Kind,
  ) {}

  addName(text: string, { alias, weak = false, order = 'unknown' }: { alias: boolean; weak?: boolean; order?: Order }): void {
    const written = singleSpaced(text);
    if (written === '') return;
    const known = this.names.get(written);
    this.names.set(written, {
      text: written,
      alias: alias && (known?.alias ?? true),
      weak: weak && (known?.weak ?? true),
      order: known && known.order !== 'unknown' ? known.order : order,
    });
  }

  addDocument(type: string, number: string, country: string | null): void {
    const document = { type: singleSpaced(type), number: singleSpaced(number), country: country && countryCode(country) };
    if (document.number !== '') this.documents.set(JSON.stringify(document), document);
  }

  addBirth(birth: Birth | null): void {
    if (birth) this.births.set(JSON.stringify(birth), birth);
  }

  addCountry(country: string): void {
    if (country.trim() !== '') this.countries.add(countryCode(country));
  }

  addProgramme(programme: string): void {
    if (programme.trim() !== '') this.programmes.add(programme.trim());
  }

  addRemark(remark: string): void {
    if (remark.trim() !== '') this.remarks.add(remark.trim());
  }

  hasPrimaryName(): boolean {
    for (const { alias } of this.names.values()) if (!alias) return true;
    return false;
  }

  /** An entity that has only aliases is called by its first one, a weak one only if there is no other. False if it has no name at all. */
  settleName(): boolean {
    const names = [...this.names.values()];
    const own = names.find(({ alias }) => !alias) ?? names.find(({ weak }) => !weak) ?? names[0];
    if (own) own.alias = false;
    return own !== undefined;
  }

  finish(): ListedEntity {
    return {
      id: this.id,
      kind: this.kind,
      names: sorted(this.names).toSorted((a, b) => Number(a.alias) - Number(b.alias)),
      documents: sorted(this.documents),
      births: sorted(this.births),
      countries: [...this.countries].toSorted(),
      programmes: [...this.programmes].toSorted(),
      link: this.link,
      remarks: [...this.remarks].join('; ') || null,
      until: this.until,
    };
  }
}

function sorted<Value>(byKey: ReadonlyMap<string, Value>): Value[] {
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

function singleSpaced(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** `FAMILY NAME, Given names`, as most lists write a person with a known family name; without the comma if one of the two is missing. */
export function familyFirst(family: string, given: string): { text: string; order: Order } {
  if (family.trim() === '' || given.trim() === '') return { text: `${family} ${given}`, order: 'unknown' };
  return { text: `${family}, ${given}`, order: 'family-first' };
}
