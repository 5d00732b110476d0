import type { NameKind } from '../words/name-words.js';
import { GrowingInts } from './growing-ints.js';

/** A name with a lower estimate is not worth showing. */
const leastEstimate = 0.65;
/** Lower than in a comparison, which knows which words are set against each other. */
const cost = { replaced: 1, missing: 0.2 };
const replacedFactor = { person: 0.87, company: 1 };
const precision = 100;

/** Adds up how much of every listed name the words of a queried name have found, and estimates from that how alike the two can be. */
export class Tally {
  /** For each name, the total weight of its words in hundredths. */
  private readonly weights = new GrowingInts();
  private asked = 0;
  private weight = 0;
  /** Per name, the best match of the word that is being looked up. */
  private best = new Float32Array(0);
  private bestWeight = new Float32Array(0);
  private touched: number[] = [];
  /** Per name, the sum for the words before it. */
  private matched = new Float32Array(0);
  private paired = new Float32Array(0);
  private askedFound = new Float32Array(0);
  private listedFound = new Float32Array(0);
  private wordsFound = new Uint8Array(0);
  private seen: number[] = [];

  constructor(private readonly kind: NameKind) {}

  add(weight: number): number {
    this.weights.push(Math.round(weight * precision));
    return this.weights.length - 1;
  }

  start(weight: number): void {
    this.asked = weight;
    if (this.best.length < this.weights.length) this.makeRoom(Math.ceil(this.weights.length * 1.2));
  }

  /** The following matches are for one word, or for several written as one, with this weight. */
  next(weight: number): void {
    this.weight = weight;
  }

  match({ values, length }: GrowingInts, score: number, listedWeight: number): void {
    const { best, bestWeight, touched } = this;
    for (let i = 0; i < length; i++) {
      const name = values[i]!;
      if (best[name]! >= score) continue;
      if (best[name] === 0) touched.push(name);
      best[name] = score;
      bestWeight[name] = listedWeight;
    }
  }

  /** Adds the matches since `next` to the sums. */
  count(): void {
    const { best, bestWeight, weight } = this;
    for (const name of this.touched) {
      if (this.wordsFound[name] === 0) this.seen.push(name);
      const listedWeight = bestWeight[name]!;
      const heavier = Math.max(weight, listedWeight);
      this.matched[name]! += best[name]! * heavier;
      this.paired[name]! += heavier;
      this.askedFound[name]! += weight;
      this.listedFound[name]! += listedWeight;
      this.wordsFound[name]!++;
      best[name] = 0;
    }
    this.touched = [];
  }

  /** The names with a sufficient estimate. */
  end(): number[] {
    const enough = this.seen.filter((name) => this.estimate(name) >= leastEstimate);
    for (const name of this.seen) {
      this.matched[name] = this.paired[name] = this.askedFound[name] = this.listedFound[name] = 0;
      this.wordsFound[name] = 0;
    }
    this.seen = [];
    return enough;
  }

  private estimate(name: number): number {
    const askedAlone = Math.max(0, this.asked - this.askedFound[name]!);
    const listedAlone = Math.max(0, this.weights.values[name]! / precision - this.listedFound[name]!);
    const replaced = Math.min(askedAlone, listedAlone);
    const missing = Math.max(askedAlone, listedAlone) - replaced;
    const whole = this.paired[name]! + cost.replaced * replaced + cost.missing * missing;
    const isReplaced = replaced > least;
    return (this.matched[name]! / whole) * (isReplaced ? replacedFactor[this.kind] : 1);
  }

  private makeRoom(names: number): void {
    this.best = new Float32Array(names);
    this.bestWeight = new Float32Array(names);
    this.matched = new Float32Array(names);
    this.paired = new Float32Array(names);
    this.askedFound = new Float32Array(names);
    this.listedFound = new Float32Array(names);
    this.wordsFound = new Uint8Array(names);
  }
}

/** Less than the weight of any word: a rounding error. */
const least = 0.5;
