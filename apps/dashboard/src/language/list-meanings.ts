import { type ListMeaning, screeningListNamed, type ScreeningHit } from '@vigia/contracts';
import type { Language } from './languages.ts';

const ofHits: Record<Language, Record<ListMeaning, string>> = {
  es: {
    sancion: 'Sanción',
    pep: 'Persona expuesta políticamente',
    inhabilitacion: 'Inhabilitación',
    multa: 'Multa',
    sin_capacidad_operativa: 'Sin capacidad operativa',
  },
  en: {
    sancion: 'Sanction',
    pep: 'Politically exposed person',
    inhabilitacion: 'Debarment',
    multa: 'Fine',
    sin_capacidad_operativa: 'Without capacity to operate',
  },
};
const ofLists: Record<Language, Record<ListMeaning, string>> = {
  es: {
    sancion: 'sanciones',
    pep: 'personas expuestas políticamente (PEP)',
    inhabilitacion: 'inhabilitaciones',
    multa: 'multas',
    sin_capacidad_operativa: 'sujetos sin capacidad operativa',
  },
  en: {
    sancion: 'sanctions',
    pep: 'politically exposed persons (PEP)',
    inhabilitacion: 'debarments',
    multa: 'fines',
    sin_capacidad_operativa: 'companies without capacity to operate',
  },
};
/** The kinds of entries. */
export const entryKinds: Record<Language, Record<string, string>> = {
  es: { person: 'persona', company: 'entidad', vessel: 'nave', aircraft: 'aeronave' },
  en: { person: 'person', company: 'entity', vessel: 'vessel', aircraft: 'aircraft' },
};
const joined: Record<Language, Intl.ListFormat> = { es: new Intl.ListFormat('es-PE'), en: new Intl.ListFormat('en-GB') };

/** "Multa": what the list says of the entry. Most lists say one thing; otherwise it is the topic of the hit. */
export function meaningOfHit({ list, topic }: Pick<ScreeningHit, 'list' | 'topic'>, language: Language): string {
  const means = screeningListNamed(list)?.means ?? [];
  return ofHits[language][means.length === 1 ? means[0]! : topic];
}

interface ListInUse {
  name: string;
  topic: ScreeningHit['topic'];
}

/** "Multas": what one list says, as the text of a cell. */
export function meaningsOfList({ name, topic }: ListInUse, language: Language): string {
  const text = listed(screeningListNamed(name)?.means ?? [topic], language);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "sanciones, inhabilitaciones y multas": what these lists can say of somebody; null if one of them is unknown. */
export function meaningsOfLists(lists: readonly string[], language: Language): string | null {
  const known = lists.map((list) => screeningListNamed(list)?.means);
  if (known.length === 0 || known.includes(undefined)) return null;
  return listed(new Set(known.flatMap((means) => means ?? [])), language);
}

function listed(meanings: Iterable<ListMeaning>, language: Language): string {
  const all = new Set(meanings);
  const words = Object.entries(ofLists[language]).filter(([meaning]) => all.has(meaning as ListMeaning));
  return joined[language].format(words.map(([, text]) => text));
}

/** Whether one of these lists can say that somebody is politically exposed; null if that is not known of a list. */
export function mayNameExposed(lists: readonly string[]): boolean | null {
  const known = lists.map((list) => screeningListNamed(list)?.means.includes('pep'));
  return known.includes(true) || (known.includes(undefined) ? null : false);
}
