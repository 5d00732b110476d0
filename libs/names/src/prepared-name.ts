import { nameWords, type NameKind, type NameWords } from './words/name-words.js';
import { isSyllabic } from './writing/plain-text.js';
import type { Word } from './words/word.js';

/** A name as it is compared. Preparing costs more than comparing: what is compared often is prepared once. */
export interface PreparedName extends Omit<NameWords, 'mayLackFamilyName'> {
  kind: NameKind;
  name: string;
  /** All letters in their order, in the script in which they were written. */
  letters: string;
  isLatin: boolean;
  /** Another script has only the sound of its syllables, which many names share. */
  isSyllabic: boolean;
  /** Its paternal family name, where the order of the words is known. */
  familyName?: Word;
  /** With what was left out as a title: `BARON SALAS PEDRO` is a Baron, or Salas who is one. */
  familyFirst?: PreparedName;
}

/** Where a list or a register says so, or a comma does, a person's name begins with the family name. */
type Order = 'family name first' | 'unknown';

export function prepareName(
  name: string,
  kind: NameKind,
  order: Order = name.includes(',') ? 'family name first' : 'unknown',
): PreparedName {
  const isFamilyFirst = order === 'family name first';
  const { words, mayLackFamilyName, ...form } = nameWords(name, kind, isFamilyFirst);
  const familyName = kind === 'person' && isFamilyFirst ? words.find(({ part }) => part === 'telling' || part === 'frequent') : undefined;
  return {
    kind,
    name,
    words,
    ...form,
    letters: words.map(({ text, written }) => written ?? text).join(''),
    ...(familyName && { familyName }),
    ...(mayLackFamilyName && { familyFirst: prepareName(name, kind, 'family name first') }),
    isLatin: words.every(({ written }) => written === undefined),
    isSyllabic: words.some(({ written }) => written !== undefined && isSyllabic(written)),
  };
}

const asOtherKind = new WeakMap<PreparedName, PreparedName>();

/** The name as one of this kind is read. It is prepared once, however many names it is compared with. */
export function asKind(name: PreparedName, kind: NameKind): PreparedName {
  if (name.kind === kind) return name;
  const known = asOtherKind.get(name);
  if (known) return known;
  const other = prepareName(name.name, kind);
  asOtherKind.set(name, other);
  return other;
}
