import { GrowingInts } from './growing-ints.js';

/** Finds texts by the letter pairs that they share with another text. */
export class PairIndex {
  private readonly having = Array.from({ length: pairCount }, () => new GrowingInts(1));
  private readonly ids = new GrowingInts();
  private readonly pairCounts = new GrowingInts();
  private shared = new Uint8Array(0);
  private touched = new Int32Array(0);

  get isEmpty(): boolean {
    return this.ids.length === 0;
  }

  add(text: string, id: number): void {
    const at = this.ids.length;
    const pairs = letterPairs(text);
    this.ids.push(id);
    this.pairCounts.push(pairs.length);
    for (const pair of pairs) this.having[pair]!.push(at);
  }

  /** The ids of texts that share at least this part of the letter pairs, measured by the text that has more of them. */
  sharing(text: string, least: number): number[] {
    if (this.shared.length < this.ids.length) {
      this.shared = new Uint8Array(this.ids.length * 2);
      this.touched = new Int32Array(this.ids.length * 2);
    }
    const { shared, touched } = this;
    const [ids, pairCounts] = [this.ids.values, this.pairCounts.values];
    const pairs = letterPairs(text);
    let count = 0;
    for (const pair of pairs) {
      const { values, length } = this.having[pair]!;
      for (let i = 0; i < length; i++) {
        const at = values[i]!;
        if (shared[at]!++ === 0) touched[count++] = at;
      }
    }
    const near: number[] = [];
    for (let i = 0; i < count; i++) {
      const at = touched[i]!;
      if (shared[at]! >= least * Math.max(pairs.length, pairCounts[at]!)) near.push(ids[at]!);
      shared[at] = 0;
    }
    return near;
  }
}

const characters = 37;
/** The highest possible number of pairs. */
const pairCount = characters * characters;

/** The distinct pairs of adjacent letters in a word, with its beginning and end as letters. */
function letterPairs(text: string): number[] {
  const pairs: number[] = [];
  let before = 0;
  for (let i = 0; i <= text.length; i++) {
    const code = i === text.length ? 0 : indexOf(text.charCodeAt(i));
    const pair = before * characters + code;
    if (!pairs.includes(pair)) pairs.push(pair);
    before = code;
  }
  return pairs;
}

function indexOf(code: number): number {
  return code >= 97 ? code - 96 : code - 48 + 27;
}
