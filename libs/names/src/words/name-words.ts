import { inLatin, isLatin, readable, wordsIn } from '../writing/plain-text.js';
import { inFull } from './abbreviations.js';
import { countryOf } from './countries.js';
import { isFrequent } from './frequent-words.js';
import { beginsLegalForm, formAtEnd, withoutLegalForm, type LegalForm } from './legal-forms.js';
import { addUp, numberIn } from './numbers.js';
import { particleMeaning } from './particles.js';
import { withoutTitles } from './titles.js';
import { word, type Part, type Word } from './word.js';

/** Ships and everything else that is not a person are named as companies are. */
export type NameKind = 'person' | 'company';

export interface NameWords {
  words: Word[];
  form?: LegalForm;
  /** The first words were left out as a title, and may be the family name. */
  mayLackFamilyName?: true;
}

interface Written {
  text: string;
  written?: string;
  /** The places in the text with a space before them. */
  spaces?: number[];
}

export function nameWords(name: string, kind: NameKind, isFamilyFirst: boolean): NameWords {
  return kind === 'person' ? wordsOfPerson(name, isFamilyFirst) : wordsOfCompany(name);
}

function wordsOfPerson(name: string, isFamilyFirst: boolean): NameWords {
  const all = withoutTitles(written(readable(name)), true);
  const named = isFamilyFirst ? all : withoutTitles(all, false);
  const words = named.map(({ text, written: own }) => word(text, partInPerson(text), own));
  return named.length < all.length ? { words, mayLackFamilyName: true } : { words };
}

function partInPerson(text: string): Part {
  if (particleMeaning(text) !== undefined) return 'particle';
  if (text.length === 1) return 'initial';
  return isFrequent(text, 'person') ? 'frequent' : 'telling';
}

const betweenInitials = /(?<=(?<![\p{L}\p{N}])\p{L}\.?)(?:\s*[&+]\s*|\s+y\s+)(?=\p{L}(?![\p{L}\p{N}]))/giu;

/** `J Y M` may be `J & M` or the acronym `JYM`, as in `N Y K`: the company's name with the other of the two. */
export function withOtherAnd(name: string): string {
  return name.replaceAll(betweenInitials, (and) => (/y/i.test(and) ? ' & ' : ' Y '));
}

/** Letters with dots and without spaces, with no letter after them. */
const dotted = /(?<![\p{L}\p{N}])\p{L}(?:\.\p{L}(?![\p{L}\p{N}]))+\.?(?![\s.]*\p{L}(?![\p{L}\p{N}]))/gu;

/** The letters of a legal form are one word. Otherwise those of `S.A.C.` would be a part of the acronym before it in `J & M S.A.C.`. */
function withWholeForms(name: string): string {
  return name.replaceAll(dotted, (letters) => (beginsLegalForm(inLatin(letters)) ? ` ${letters.replaceAll('.', '')} ` : letters));
}

function wordsOfCompany(name: string): NameWords {
  const spelled = withWholeForms(readable(name).replaceAll(/[&+]/g, ' and '));
  const { rest, ...form } = withoutSpelledForm(withAcronyms(spelled.split(/\s+/).flatMap(writtenAfterSpace)));
  const numbers = addUp(rest.map(({ text }, i) => numberIn(text, i === 0)));
  let at = 0;
  const words = numbers.map(({ value, words: length }) => {
    const { text: short, written: own } = rest[at]!;
    // Only now, because legal forms are known by their abbreviations. A single word is a name of its own, and `СТО` only sounds like one.
    const text = rest.length > 1 && own === undefined ? inFull(short) : short;
    at += length;
    return value === undefined ? word(text, partInCompany(text), own) : word(String(value), 'number');
  });
  return { words, ...form };
}

function partInCompany(text: string): Part {
  if (particleMeaning(text) === 'of') return 'particle';
  if (countryOf(text) !== undefined) return 'country';
  return isFrequent(text, 'company') ? 'frequent' : 'telling';
}

function written(name: string): Written[] {
  return wordsIn(name).flatMap((own) => {
    const text = inLatin(own);
    if (text === '') return [];
    return isLatin(own) ? [{ text }] : [{ text, written: own.toLowerCase() }];
  });
}

function writtenAfterSpace(name: string): Written[] {
  return written(name).map((each, i) => (i === 0 ? { ...each, spaces: [0] } : each));
}

/** `A.B.C.` and `A B C` are one word. */
function withAcronyms(words: Written[]): Written[] {
  const all: Written[] = [];
  let isSpelling = false;
  for (const each of words) {
    const isLetter = each.written === undefined && each.text.length === 1 && /[a-z]/.test(each.text);
    if (isSpelling && isLetter) {
      const acronym = all.at(-1)!;
      if (each.spaces) acronym.spaces = [...(acronym.spaces ?? []), acronym.text.length];
      acronym.text += each.text;
    } else all.push(isLetter ? { ...each } : each);
    isSpelling = isLetter;
  }
  return all;
}

/**
 * `A B S. A. C.` ends in its form. The same letters are a part of the acronym in `A.S.A.C.`, which has no space before them, in
 * `A S A C CONSULTORES`, and where the name has another form.
 */
function withoutSpelledForm(words: Written[]): Pick<NameWords, 'form'> & { rest: Written[] } {
  const found = withoutLegalForm(words);
  const last = found.rest.at(-1);
  if (found.form !== undefined || !last) return found;
  const from = last.text.length - formAtEnd(last.text);
  if (!last.spaces?.includes(from)) return found;
  return withoutLegalForm([...found.rest.slice(0, -1), { text: last.text.slice(0, from) }, { text: last.text.slice(from) }]);
}
