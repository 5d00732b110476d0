import { createHash } from 'node:crypto';

export type Range = readonly [low: number, high: number];

/** A reproducible sequence of numbers (sfc32): equal names give equal sequences, whatever was drawn elsewhere. */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private d: number;

  constructor(name: string) {
    const state = createHash('sha256').update(name).digest();
    this.a = state.readInt32LE(0);
    this.b = state.readInt32LE(4);
    this.c = state.readInt32LE(8);
    this.d = state.readInt32LE(12);
  }

  /** 0 ≤ number < 1 */
  next(): number {
    const sum = (((this.a + this.b) | 0) + this.d) | 0;
    this.d = (this.d + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }

  between([low, high]: Range): number {
    return low + this.next() * (high - low);
  }

  /** Both ends included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.integer(0, list.length - 1)]!;
  }

  weighted<T>(choices: readonly (readonly [T, number])[]): T {
    let left = this.next() * choices.reduce((total, [, weight]) => total + weight, 0);
    for (const [choice, weight] of choices) {
      left -= weight;
      if (left < 0) return choice;
    }
    return choices.at(-1)![0];
  }

  /** `count` different members in random order, or all of them if there are fewer. */
  sample<T>(list: readonly T[], count: number): T[] {
    const rest = [...list];
    return Array.from({ length: Math.min(count, list.length) }, () => rest.splice(this.integer(0, rest.length - 1), 1)[0]!);
  }
}

/** Part of every seed and of every `sourceVersion`: a change of the answers needs a new one. */
export const generatorVersion = 'v1';

/** An invented country. Its seed and the name of a stream together decide every number that is drawn. */
export class World {
  constructor(private readonly seed: string) {}

  stream(...name: readonly (string | number)[]): Random {
    return new Random([generatorVersion, this.seed, ...name].join('|'));
  }
}
