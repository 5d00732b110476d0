import { wordLikeness } from '../comparison/word-likeness.js';
import { shortOrLong } from '../words/abbreviations.js';
import { countriesLike } from '../words/countries.js';
import type { NameKind } from '../words/name-words.js';
import { nicknamesOf } from '../words/nicknames.js';
import type { Word } from '../words/word.js';
import { isVowelless } from '../writing/plain-text.js';
import { skeletonOf } from '../writing/skeleton.js';
import { PairIndex } from './pair-index.js';

/** A listed word that a queried one may stand for. */
interface Alike {
  id: number;
  /** From 0 to 1. */
  score: number;
}

/** Words that share fewer of their letter pairs never count as the same word. */
const leastShared = { letters: 0.4, consonants: 0.5 };

/** The distinct words of all names of one kind. Each is found by words that are similar to it. */
export class Vocabulary {
  readonly words: Word[] = [];
  private readonly ids = new Map<string, number>();
  private readonly byLetters = new PairIndex();
  private readonly byConsonants = new PairIndex();
  /** Words whose script leaves out the vowels. */
  private readonly bareByConsonants = new PairIndex();
  private readonly remembered = new Map<string, Alike[]>();

  /** Caches its results for this many words. */
  constructor(
    private readonly kind: NameKind,
    private readonly mostRemembered: number,
  ) {}

  add(word: Word): number {
    const key = keyOf(word);
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.words.length;
    this.words.push(word);
    this.ids.set(key, id);
    this.byLetters.add(word.text, id);
    const consonants = skeletonOf(word.text);
    this.byConsonants.add(consonants, id);
    if (isBare(word)) this.bareByConsonants.add(consonants, id);
    this.remembered.clear();
    return id;
  }

  idOf(text: string): number | undefined {
    return this.ids.get(text);
  }

  /** People in one country share names, so the results for a word are soon asked for again. */
  alike(word: Word): Alike[] {
    const key = keyOf(word);
    const known = this.remembered.get(key);
    if (known) return known;
    if (this.remembered.size >= this.mostRemembered) this.remembered.clear();
    const found = this.search(word);
    this.remembered.set(key, found);
    return found;
  }

  private search(word: Word): Alike[] {
    const others = this.kind === 'person' ? nicknamesOf(word.text) : [...countriesLike(word.text), shortOrLong(word.text) ?? []].flat();
    const found: Alike[] = [];
    const compare = (id: number) => {
      const { score } = wordLikeness(word, this.words[id]!, this.kind);
      if (score > 0) found.push({ id, score });
    };
    const near = this.byLetters.sharing(word.text, leastShared.letters);
    for (const id of near) compare(id);
    const consonants = isBare(word) ? this.byConsonants : this.bareByConsonants;
    // Skips an empty index: few lists have names in a script without vowels.
    const bySound = consonants.isEmpty ? [] : consonants.sharing(skeletonOf(word.text), leastShared.consonants);
    if (bySound.length + others.length === 0) return found;
    const seen = new Set(near);
    for (const id of new Set([...bySound, ...others.flatMap((text) => this.ids.get(text) ?? [])])) if (!seen.has(id)) compare(id);
    return found;
  }
}

function keyOf({ text, written }: Word): string {
  return written ?? text;
}

function isBare({ written }: Word): boolean {
  return written !== undefined && isVowelless(written);
}
