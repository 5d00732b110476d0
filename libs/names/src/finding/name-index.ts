import type { PreparedName } from '../prepared-name.js';
import type { NameKind } from '../words/name-words.js';
import { word, type Word } from '../words/word.js';
import { GrowingInts } from './growing-ints.js';
import { KeyIndex, keyOf } from './key-index.js';
import { NearTexts } from './near-texts.js';
import { Tally } from './tally.js';
import { Vocabulary } from './vocabulary.js';
import { acronyms, joined, partsOfLetters } from './written-together.js';

/** Covers the words in most people's names in one country. */
const enoughWords = 20_000;

/**
 * An index of listed names of one kind. It finds the names that a queried name may be compared with. Whether it finds a listed name depends
 * on these two names alone: in a part of a list it finds exactly what the whole list finds in that part.
 */
export class NameIndex {
  private readonly vocabulary: Vocabulary;
  /** For each word, the names that contain it. */
  private readonly having: GrowingInts[] = [];
  /** The words of the vocabulary. */
  private readonly single = new NearTexts();
  /** The names by their adjacent words written as one. */
  private readonly joined = new NearTexts();
  /** The names by their acronyms, and by parts of all their letters. */
  private readonly parts = new KeyIndex();
  private readonly found = new GrowingInts();
  private readonly tally: Tally;

  constructor(kind: NameKind, mostRemembered = enoughWords) {
    this.vocabulary = new Vocabulary(kind, mostRemembered);
    this.tally = new Tally(kind);
  }

  /** Names are numbered from 0 in the order in which they are added. */
  add(name: PreparedName): void {
    const counted = name.words.filter(isCounted);
    const at = this.tally.add(weightOf(counted));
    for (const id of new Set(counted.map((each) => this.idOf(each)))) this.having[id]!.push(at);
    for (const { text } of joined(name)) this.joined.add(text, at);
    for (const { text } of acronyms(name)) this.parts.add(keyOf(text), at);
    for (const part of partsOfLetters(name, [0])) this.parts.add(keyOf(part), at);
  }

  /** The numbers of the names that may be worth showing. */
  find(asked: PreparedName): number[] {
    const found = this.alike(asked);
    return asked.otherReading ? [...new Set([...found, ...this.alike(asked.otherReading)])] : found;
  }

  private alike(asked: PreparedName): number[] {
    const { tally, vocabulary } = this;
    const counted = asked.words.filter(isCounted);
    tally.start(weightOf(counted));
    for (const each of counted) {
      tally.next(each.weight);
      for (const { id, score } of vocabulary.alike(each)) tally.match(this.having[id]!, score, vocabulary.words[id]!.weight);
      tally.match(this.joined.near(each.text), 1, each.weight * spread);
      tally.match(this.namesBy(each.text), 1, each.text.length * weightOfSpelled);
      tally.count();
    }
    for (const { text, words } of joined(asked)) {
      tally.next(weightOf(words.filter(isCounted)));
      const { values, length } = this.single.near(text);
      for (const id of values.subarray(0, length)) tally.match(this.having[id]!, 1, vocabulary.words[id]!.weight);
      tally.count();
    }
    for (const { text, words } of acronyms(asked)) {
      const id = vocabulary.idOf(text);
      if (id === undefined) continue;
      tally.next(weightOf(words.filter(isCounted)));
      tally.match(this.having[id]!, 1, vocabulary.words[id]!.weight);
      tally.count();
    }
    tally.next(weightOf(counted));
    for (const part of partsOfLetters(asked, shifts)) tally.match(this.namesBy(part), 1, word(part, 'telling').weight * spread);
    tally.count();
    return tally.end();
  }

  private idOf(word: Word): number {
    const id = this.vocabulary.add(word);
    if (!this.having[id]) {
      this.having[id] = new GrowingInts();
      this.single.add(word.text, id);
    }
    return id;
  }

  private namesBy(text: string): GrowingInts {
    this.found.length = 0;
    this.parts.collect(keyOf(text), this.found);
    return this.found;
  }
}

const shifts = [-1, 0, 1];
/** The weight of words written apart is higher than that of the same words written as one. */
const spread = 1.6;
/** For each letter of an acronym. */
const weightOfSpelled = 2.5;

/** An initial stands for many words, and particles are often left out: neither finds a name. */
function isCounted({ part }: Word): boolean {
  return part !== 'initial' && part !== 'particle';
}

function weightOf(words: readonly Word[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}
