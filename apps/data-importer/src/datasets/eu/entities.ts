import type { Notes } from '../dataset.js';
import { EntityDraft, familyFirst } from '../entity-draft.js';
import { addIdentity } from '../identities.js';
import type { Birth, ListedEntity } from '../listed-entity.js';
import { birthBetween, dayMonthYear, isoDay } from '../written-days.js';

export interface EuName {
  family: string;
  first: string;
  middle: string;
  /** May be empty even if the parts are not, and vice versa. */
  whole: string;
  weak: boolean;
}

interface EuBirth {
  day: string;
  from: string;
  to: string;
  circa: boolean;
}

export interface EuIdentification {
  type: string;
  number: string;
  country: string;
}

interface EuEntry {
  reference: string;
  remark: string;
  /** `P`, `person`, `E` or `enterprise`: the EU has filled the two columns either way round. */
  subject: string;
  subjectCode: string;
  programme: string;
  regulation: string;
  url: string;
}

/** The entities from either format of the list, collected by number. The first name of an entity is its name, others are aliases. */
export class EuEntities {
  private readonly drafts = new Map<string, EntityDraft>();

  add(
    id: string,
    entry: EuEntry,
    names: readonly EuName[],
    birth: EuBirth,
    identification: EuIdentification,
    countries: readonly string[],
  ): void {
    const draft = this.draft(id, entry);
    for (const name of names) addName(draft, name);
    draft.addBirth(birthOf(birth));
    if (identification.number !== '')
      addIdentity(draft, identification.type || 'other', identification.number, identification.country || null);
    // `00` means no country.
    for (const country of countries) if (country !== '00') draft.addCountry(country);
  }

  *finish(generated: string, notes: Notes): Generator<ListedEntity> {
    const day = dayMonthYear(generated) ?? isoDay(generated);
    if (day) notes.published(day);
    for (const draft of this.drafts.values()) {
      if (draft.hasPrimaryName()) yield draft.finish();
      else notes.reject({ line: 0, reason: 'no_name', text: `entity ${draft.id} has no name` });
    }
  }

  private draft(id: string, entry: EuEntry): EntityDraft {
    let draft = this.drafts.get(id);
    if (!draft) {
      const isPerson = [entry.subject, entry.subjectCode].some((text) => /^(?:p|person)$/i.test(text));
      draft = new EntityDraft(id, isPerson ? 'person' : 'company');
      this.drafts.set(id, draft);
    }
    draft.addProgramme(entry.programme);
    for (const text of [entry.reference, entry.remark, entry.regulation]) draft.addRemark(text);
    draft.link ??= entry.url || null;
    return draft;
  }
}

function addName(draft: EntityDraft, { family, first, middle, whole, weak }: EuName): void {
  const alias = draft.hasPrimaryName();
  const given = `${first} ${middle}`.trim();
  const written = draft.kind === 'person' ? familyFirst(family, given) : { text: '', order: 'unknown' as const };
  if (written.order === 'family-first') draft.addName(written.text, { alias, weak, order: 'family-first' });
  else draft.addName(whole || `${given} ${family}`, { alias, weak });
}

function birthOf({ day, from, to, circa }: EuBirth): Birth | null {
  const marked = circa ? { approximate: true } : {};
  const written = isoDay(day);
  if (written) return { day: written, ...marked };
  const inYears = birthBetween(from || to, to || from);
  return inYears && { ...inYears, ...marked };
}
