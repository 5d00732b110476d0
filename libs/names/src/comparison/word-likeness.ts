import { doubleMetaphone } from 'double-metaphone';
import { shortOrLong } from '../words/abbreviations.js';
import { countryOf } from '../words/countries.js';
import { isNicknameOf } from '../words/nicknames.js';
import { particleMeaning } from '../words/particles.js';
import type { NameKind } from '../words/name-words.js';
import type { Word } from '../words/word.js';
import { isSyllabic, isVowelless } from '../writing/plain-text.js';
import { skeletonOf } from '../writing/skeleton.js';
import { editCost } from './edit-cost.js';

/** How a word stands for the other. */
export type Way = 'same' | 'spelling' | 'sound' | 'skeleton' | 'initial' | 'nickname' | 'particle' | 'country' | 'joined' | 'acronym';

interface Likeness {
  /** From 0, different words, to 1, the same word. */
  score: number;
  way: Way;
}

const none: Likeness = { score: 0, way: 'spelling' };
const same: Likeness = { score: 1, way: 'same' };
const sameMeaning: Likeness = { score: 0.95, way: 'particle' };
const sameCountry: Likeness = { score: 1, way: 'country' };
const nickname: Likeness = { score: 0.9, way: 'nickname' };
const abbreviation: Likeness = { score: 1, way: 'spelling' };
const initial: Likeness = { score: 0.9, way: 'initial' };
const soundScore = 0.9;
const skeletonScore = 0.86;
/** Too many words share fewer consonants than this. */
const fewestConsonants = 3;
const mostWithoutMistake = 4;
const soundShare = 0.34;
const syllableMistakes = 0.5;

export function wordLikeness(one: Word, other: Word, kind: NameKind): Likeness {
  if (one.written !== undefined && other.written !== undefined) return asWritten(one.written, other.written);
  if (one.text === other.text) return same;
  if (one.part === 'particle' || other.part === 'particle') return asParticles(one, other);
  if (one.part === 'number' || other.part === 'number') return none;
  if (one.part === 'country' && other.part === 'country') return countryOf(one.text) === countryOf(other.text) ? sameCountry : none;
  if (kind === 'person') {
    if (one.part === 'initial' || other.part === 'initial')
      return one.part !== other.part && one.text[0] === other.text[0] ? initial : none;
    if (isNicknameOf(one.text, other.text)) return nickname;
  } else if (shortOrLong(one.text) === other.text && one.written === undefined && other.written === undefined) return abbreviation;
  const isBare = [one, other].some(({ written }) => written !== undefined && isVowelless(written));
  if (isBare) return withoutVowels(one, other);
  const isSound = [one, other].some(({ written }) => written !== undefined && isSyllabic(written));
  return isSound ? within(syllableMistakes, one.text, other.text) : asSpelled(one.text, other.text);
}

/** Within one script the characters decide: words that sound alike may be different names. */
function asWritten(one: string, other: string): Likeness {
  if (one === other) return same;
  const longest = Math.max(one.length, other.length);
  if (isSyllabic(one) || isSyllabic(other)) return longest < 5 ? none : within(longest / 5, one, other);
  return within(longest / 4, one, other);
}

function asParticles(one: Word, other: Word): Likeness {
  const meaning = particleMeaning(one.text);
  return meaning !== undefined && meaning === particleMeaning(other.text) ? sameMeaning : none;
}

function withoutVowels(one: Word, other: Word): Likeness {
  const spelled = within(0.3 * Math.min(one.text.length, other.text.length), one.text, other.text);
  if (beginsWithVowel(one) !== beginsWithVowel(other)) return spelled;
  const [bare, otherBare] = [skeletonOf(one.text), skeletonOf(other.text)];
  const longest = Math.max(bare.length, otherBare.length);
  if (Math.min(bare.length, otherBare.length) < fewestConsonants) return spelled;
  const cost = editCost(bare, otherBare, longest > mostWithoutMistake ? 1 : 0);
  const score = skeletonScore * (1 - cost / longest);
  return score > spelled.score ? { score, way: 'skeleton' } : spelled;
}

function asSpelled(one: string, other: string): Likeness {
  const shortest = Math.min(one.length, other.length);
  const longest = Math.max(one.length, other.length);
  if (shortest < 3 || longest - shortest > 3) return none;
  const most = mistakesIn(shortest);
  const mostBySound = shortest < 4 ? 0 : longest * soundShare;
  const cost = editCost(one, other, Math.max(most, mostBySound));
  if (cost <= most) return { score: 1 - cost / longest, way: 'spelling' };
  return cost <= mostBySound && doubleMetaphone(one)[0] === doubleMetaphone(other)[0]
    ? { score: soundScore * (1 - cost / (2 * longest)), way: 'sound' }
    : none;
}

/** The one vowel that every script writes. */
function beginsWithVowel({ text, written }: Word): boolean {
  return written === undefined ? /^[aeiou]/.test(text) : /^[\u0621-\u0627\u0639\u05d0\u05e2aeiou]/.test(written);
}

/** How many mistakes a word of this length may have. */
function mistakesIn(length: number): number {
  if (length === 3) return 0.7;
  return length < 7 ? 1.25 : length * 0.3;
}

function within(most: number, one: string, other: string): Likeness {
  const cost = editCost(one, other, most);
  return cost === Infinity ? none : { score: 1 - cost / Math.max(one.length, other.length), way: 'spelling' };
}
