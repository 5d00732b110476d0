import { asKind, type PreparedName } from '../prepared-name.js';
import type { LegalForm } from '../words/legal-forms.js';
import type { NameKind } from '../words/name-words.js';
import type { Part, Word } from '../words/word.js';
import { editCost } from './edit-cost.js';
import { pairWords, type Pairing, type WordPair } from './pair-words.js';

export interface Comparison {
  /** From 0, nothing in common, to 1, the same name. */
  score: number;
  pairs: WordPair[];
  /** Words that the two names have in place of each other: evidence of two different names. */
  replaced: { asked: Word; listed: Word }[];
  /** Words without a counterpart, in order. */
  askedAlone: Word[];
  listedAlone: Word[];
}

const share = { replaced: { person: 1.5, company: 1.25 }, number: 0.5, askedOnly: 0.35, listedOnly: 0.25 };
const factor = {
  replaced: { person: 0.87, company: 0.6 },
  numbers: 0.9,
  singleWord: 0.65,
  indistinct: 0.45,
  otherFamily: 0.5,
  otherForm: 0.85,
  bySound: 0.9,
  otherKind: 0.85,
};
/** A mistake in a long word lowers the likeness of the words only a little, but says more than that. */
const likenessPower = 1.15;

/**
 * Compares the words of a queried name with those of a listed one, in any order. Names of two kinds are less alike, unless one of the kinds is
 * only assumed. Only the words of a company make an acronym: where it is only assumed that both are companies, they make none.
 */
export function compareNames(asked: PreparedName, listed: PreparedName, areKindsKnown = true): Comparison {
  if (asked.kind === listed.kind) return closest(asked, listed, areKindsKnown);
  const { score, ...words } = closest(asKind(asked, listed.kind), listed, false);
  return { score: areKindsKnown ? rounded(score * factor.otherKind) : score, ...words };
}

/** The queried name may be read in two ways. */
function closest(asked: PreparedName, listed: PreparedName, mayHaveAcronyms: boolean): Comparison {
  const comparison = compare(asked, listed, mayHaveAcronyms);
  const other = asked.otherReading && compare(asked.otherReading, listed, mayHaveAcronyms);
  return other && other.score > comparison.score ? other : comparison;
}

function compare(asked: PreparedName, listed: PreparedName, mayHaveAcronyms: boolean): Comparison {
  const pairing = pairWords(asked, listed, mayHaveAcronyms && asked.kind === 'company');
  const alone = setAgainstEachOther(pairing, asked, listed);
  const form = isOtherForm(asked.form, listed.form) ? factor.otherForm : 1;
  const family = hasFamilyNameOf(listed, pairing) ? 1 : factor.otherFamily;
  const letters = letterScore(asked, listed, alone.replaced.some(tellsTwoApart(asked.kind)));
  const sound = asked.isSyllabic === listed.isSyllabic ? 1 : factor.bySound;
  const score = Math.max(scoreOf(asked.kind, pairing, alone) * family, letters) * form * sound;
  return { score: rounded(score), replaced: alone.replaced, ...pairing };
}

function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}

interface Alone extends Pick<Comparison, 'replaced'> {
  /** Words that only one name has: names are often written without some of their words. */
  askedOnly: Word[];
  listedOnly: Word[];
}

/** The heaviest words are set against each other; a particle is set against nothing. */
function setAgainstEachOther({ askedAlone, listedAlone }: Pairing, asked: PreparedName, listed: PreparedName): Alone {
  const isParticle = ({ part }: Word) => part === 'particle';
  // A repeated word is left out, unless the other name has a word to set it against.
  const [mine, others] = [
    listedAlone.every(isParticle) ? saidOnce(askedAlone, asked) : askedAlone,
    askedAlone.every(isParticle) ? saidOnce(listedAlone, listed) : listedAlone,
  ];
  const heaviestFirst = (words: Word[]) => words.filter((each) => !isParticle(each)).toSorted((a, b) => b.weight - a.weight);
  const [heavy, heavyOthers] = [heaviestFirst(mine), heaviestFirst(others)];
  const replaced = heavy.slice(0, heavyOthers.length).map((word, i) => ({ asked: word, listed: heavyOthers[i]! }));
  const only = (words: Word[], heaviest: Word[]) => [...heaviest.slice(replaced.length), ...words.filter(isParticle)];
  return { replaced, askedOnly: only(mine, heavy), listedOnly: only(others, heavyOthers) };
}

/** Leaves out words that the name repeats: in a word that has a counterpart, or earlier among these. */
function saidOnce(words: Word[], { words: all }: PreparedName): Word[] {
  const isSaid = ({ text }: Word, i: number) =>
    all.some((other) => other.text === text && !words.includes(other)) || words.slice(0, i).some((other) => other.text === text);
  return words.filter((word, i) => !isSaid(word, i));
}

function scoreOf(kind: NameKind, { pairs }: Pairing, { replaced, askedOnly, listedOnly }: Alone): number {
  const matched = sum(pairs, ({ score, weight }) => score ** likenessPower * weight);
  const against = sum(replaced, (pair) => {
    const weight = (pair.asked.weight + pair.listed.weight) / 2;
    return weight * (hasPart('number')(pair) ? share.number : share.replaced[kind]);
  });
  const missing = share.askedOnly * sum(askedOnly, ({ weight }) => weight) + share.listedOnly * sum(listedOnly, ({ weight }) => weight);
  const whole = sum(pairs, ({ weight }) => weight) + against + missing;
  if (whole === 0) return 0;
  const isWhole = replaced.length + askedOnly.length + listedOnly.length === 0;
  const telling = Math.min(withInitials(kind, pairs), isWhole ? 1 : tellingFactor(kind, pairs));
  return (matched / whole) * replacedFactor(kind, replaced) * telling;
}

function replacedFactor(kind: NameKind, replaced: Alone['replaced']): number {
  if (replaced.length === 0) return 1;
  if (replaced.every(hasPart('number'))) return factor.numbers;
  return kind === 'person' || replaced.some(hasPart('telling', 'country')) ? factor.replaced[kind] : 1;
}

function hasPart(...parts: Part[]): (pair: { asked: Word; listed: Word }) => boolean {
  return ({ asked, listed }) => parts.includes(asked.part) || parts.includes(listed.part);
}

/**
 * Short words of companies that are read letter by letter, such as `JYM`, `AYB` and `JM`. `LUZ` and `LIZ` may be one word with a mistake, and
 * so may the `NG` and `KYM` of a person, who has no acronym.
 */
const letterByLetter = /^(?:.|[^aeiou]{2,3}|.y.)$/;

/** `J & M` is not `J & L`, nor is `JYM` `JYL`, although nearly all letters of the two names may be the same. */
function tellsTwoApart(kind: NameKind): (pair: { asked: Word; listed: Word }) => boolean {
  const isLetters = (text: string, other: string) =>
    text.length === other.length && letterByLetter.test(text) && letterByLetter.test(other);
  return (pair) => hasPart('country', 'initial')(pair) || (kind === 'company' && isLetters(pair.asked.text, pair.listed.text));
}

/** If one name has more words, the shared words must be distinctive enough to tell the two from many other names. */
function tellingFactor(kind: NameKind, pairs: WordPair[]): number {
  if (kind === 'company') return pairs.some(isOf('telling')) ? 1 : factor.indistinct;
  const words = pairs
    .filter(isOf('telling', 'frequent'))
    .reduce((count, { asked, listed }) => count + Math.min(asked.length, listed.length), 0);
  if (words === 0) return factor.indistinct;
  return words > 1 ? 1 : factor.singleWord;
}

/** `N. N.` is nobody, and `Ahmed A.` fits many people. Additional words in only one of the names do not make them fewer. */
function withInitials(kind: NameKind, pairs: WordPair[]): number {
  const isByLetters = pairs.some(({ way, asked }) => way === 'initial' || asked.some(({ part }) => part === 'initial'));
  if (kind === 'company' || !isByLetters) return 1;
  const telling = pairs.filter(isOf('telling'));
  if (telling.length === 0) return factor.indistinct;
  return telling.length > 1 || telling[0]!.way === 'same' ? 1 : factor.singleWord;
}

/** Strangers may share given names and a maternal family name, so the paternal one must match. */
function hasFamilyNameOf({ familyName }: PreparedName, { pairs }: Pairing): boolean {
  return familyName === undefined || pairs.some(({ listed, way }) => way !== 'initial' && listed.includes(familyName));
}

function isOf(...parts: Part[]): (pair: WordPair) => boolean {
  return ({ asked, listed }) => asked.some(({ part }) => parts.includes(part)) && listed.some(({ part }) => parts.includes(part));
}

const fewestLetters = 8;
const manyLetters = 16;

/** A misplaced space breaks two words but leaves nearly all letters in place. */
function letterScore(asked: PreparedName, listed: PreparedName, areToldApart: boolean): number {
  const [one, other] = [asked.letters, listed.letters];
  if (one === other) return one === '' ? 0 : 1;
  if (areToldApart) return 0;
  const longest = Math.max(one.length, other.length);
  const most = longest < manyLetters ? 1 : 2;
  const isComparable = asked.isLatin === listed.isLatin && (asked.kind === 'person' || !/[0-9]/.test(one + other));
  if (longest < fewestLetters || Math.abs(one.length - other.length) > most || !isComparable) return 0;
  const cost = editCost(one, other, most);
  return cost === Infinity ? 0 : 1 - (1.5 * cost) / longest;
}

/** The form `company` fits every other form, because any company may be called that. */
function isOtherForm(one: LegalForm | undefined, other: LegalForm | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other && one !== 'company' && other !== 'company';
}

function sum<T>(all: readonly T[], of: (each: T) => number): number {
  return all.reduce((total, each) => total + of(each), 0);
}
