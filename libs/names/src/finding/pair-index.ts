import { GrowingInts } from './growing-ints.js';
import { letterPairs, pairCount } from './letter-pairs.js';

/** Texts that share pairs of letters with another. */
export class PairIndex {
  private readonly having = Array.from({ length: pairCount }, () => new GrowingInts(1));
  private readonly ids = new GrowingInts();
  private readonly pairCounts = new GrowingInts();
  private shared = new Uint8Array(0);

  add(text: string, id: number): void {
    const at = this.ids.length;
    const pairs = letterPairs(text);
    this.ids.push(id);
    this.pairCounts.push(pairs.length);
    for (const pair of pairs) this.having[pair]!.push(at);
  }

  /** The ids of texts that share this part of the pairs of the one that has more. */
  sharing(text: string, least: number): number[] {
    if (this.shared.length < this.ids.length) this.shared = new Uint8Array(this.ids.length * 2);
    const { shared } = this;
    const pairs = letterPairs(text);
    const touched: number[] = [];
    for (const pair of pairs) {
      const { values, length } = this.having[pair]!;
      for (let i = 0; i < length; i++) {
        const at = values[i]!;
        if (shared[at]!++ === 0) touched.push(at);
      }
    }
    const near: number[] = [];
    for (const at of touched) {
      if (shared[at]! >= least * Math.max(pairs.length, this.pairCounts.values[at]!)) near.push(this.ids.values[at]!);
      shared[at] = 0;
    }
    return near;
  }
}
