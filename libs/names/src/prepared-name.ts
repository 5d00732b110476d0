import { nameWords, withOtherAnd, type NameKind, type NameWords } from './words/name-words.js';
import { isSyllabic } from './writing/plain-text.js';
import type { Word } from './words/word.js';

/** A name in the form in which it is compared. Preparing costs more than comparing, so a name that is compared often is prepared once. */
export interface PreparedName extends Omit<NameWords, 'mayLackFamilyName'> {
  kind: NameKind;
  name: string;
  /** All letters in order, in their original script. */
  letters: string;
  isLatin: boolean;
  /** In another script only the sound of its syllables remains, and many names share that. */
  isSyllabic: boolean;
  /** Its paternal family name, if the order of the words is known. */
  familyName?: Word;
  /**
   * Another way to read a queried name: with the words that were left out as a title (`BARON SALAS PEDRO` is a Baron, or Salas who is one), or
   * with the other of `J & M` and `J Y M`.
   */
  otherReading?: PreparedName;
}

/** If a list, a register or a comma says so, a person's name begins with the family name. */
type Order = 'family name first' | 'unknown';

/** Twice as long as any name in a register or on a list. A name has to be prepared and compared in no time, whoever wrote it. */
const longest = 500;

/** A longer text counts as the name at its beginning. */
export function prepareName(
  text: string,
  kind: NameKind,
  order: Order = text.includes(',') ? 'family name first' : 'unknown',
): PreparedName {
  const name = text.slice(0, longest);
  const { mayLackFamilyName, ...prepared } = read(name, kind, order);
  if (mayLackFamilyName) return { ...prepared, otherReading: read(name, kind, 'family name first') };
  const otherwise = kind === 'company' ? withOtherAnd(name) : name;
  return otherwise === name ? prepared : { ...prepared, otherReading: read(otherwise, kind, order) };
}

function read(name: string, kind: NameKind, order: Order): PreparedName & Pick<NameWords, 'mayLackFamilyName'> {
  const isFamilyFirst = order === 'family name first';
  const { words, ...others } = nameWords(name, kind, isFamilyFirst);
  const familyName = kind === 'person' && isFamilyFirst ? words.find(({ part }) => part === 'telling' || part === 'frequent') : undefined;
  return {
    kind,
    name,
    words,
    ...others,
    letters: words.map(({ text, written }) => written ?? text).join(''),
    ...(familyName && { familyName }),
    isLatin: words.every(({ written }) => written === undefined),
    isSyllabic: words.some(({ written }) => written !== undefined && isSyllabic(written)),
  };
}

const asOtherKind = new WeakMap<PreparedName, PreparedName>();

/** The name read as this kind. It is prepared once, however many names it is compared with. */
export function asKind(name: PreparedName, kind: NameKind): PreparedName {
  if (name.kind === kind) return name;
  const known = asOtherKind.get(name);
  if (known) return known;
  const other = prepareName(name.name, kind);
  asOtherKind.set(name, other);
  return other;
}
