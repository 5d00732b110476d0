import type { PreparedName } from '../prepared-name.js';
import type { NameKind } from '../words/name-words.js';
import { word, type Word } from '../words/word.js';
import { GrowingInts } from './growing-ints.js';
import { Tally } from './tally.js';
import { Vocabulary } from './vocabulary.js';
import { writtenTogether } from './written-together.js';

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
  private readonly together = new Map<string, GrowingInts>();
  private readonly tally: Tally;

  constructor(kind: NameKind, mostRemembered = enoughWords) {
    this.vocabulary = new Vocabulary(kind, mostRemembered);
    this.tally = new Tally(kind);
  }

  /** Names are numbered from 0 in the order in which they are added. */
  add(name: PreparedName): void {
    const counted = name.words.filter(isCounted);
    const at = this.tally.add(weightOf(counted));
    for (const id of new Set(counted.map((each) => this.vocabulary.add(each)))) (this.having[id] ??= new GrowingInts()).push(at);
    for (const text of new Set(writtenTogether(name).map((run) => run.text))) this.namesWritten(text).push(at);
  }

  /** The numbers of the names that may be worth showing. */
  find(asked: PreparedName): number[] {
    const found = this.alike(asked);
    return asked.otherReading ? [...new Set([...found, ...this.alike(asked.otherReading)])] : found;
  }

  private alike(asked: PreparedName): number[] {
    const { tally, vocabulary, together } = this;
    const counted = asked.words.filter(isCounted);
    tally.start(weightOf(counted));
    for (const each of counted) {
      tally.next(each.weight);
      for (const { id, score } of vocabulary.alike(each)) tally.match(this.having[id]!, score, vocabulary.words[id]!.weight);
      const asOne = together.get(each.text);
      if (asOne) tally.match(asOne, 1, each.weight * spread);
      tally.count();
    }
    for (const { text, words } of writtenTogether(asked)) {
      const id = vocabulary.idOf(text);
      const asOne = together.get(text);
      tally.next(weightOf(words.filter(isCounted)));
      if (id !== undefined) tally.match(this.having[id]!, 1, vocabulary.words[id]!.weight);
      if (asOne) tally.match(asOne, 1, word(text, 'telling').weight * spread);
      tally.count();
    }
    return tally.end();
  }

  private namesWritten(text: string): GrowingInts {
    const names = this.together.get(text) ?? new GrowingInts(1);
    if (names.length === 0) this.together.set(text, names);
    return names;
  }
}

/** The weight of words written apart is higher than that of the same words written as one. */
const spread = 1.6;

/** An initial stands for many words, and particles are often left out: neither finds a name. */
function isCounted({ part }: Word): boolean {
  return part !== 'initial' && part !== 'particle';
}

function weightOf(words: readonly Word[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}
