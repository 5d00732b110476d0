import { GrowingInts } from './growing-ints.js';

const none = -1;

/** Numbers by keys of 32 bits, in a tenth of the memory of a `Map` with an array for each key. */
export class KeyIndex {
  /** For each slot, its key and the latest entry with this key. */
  private keys = new Int32Array(64);
  private latest = new Int32Array(64).fill(none);
  private slotsTaken = 0;
  /** For each entry, its number and the entry before it with the same key. */
  private readonly numbers = new GrowingInts(64);
  private readonly earlier = new GrowingInts(64);

  add(key: number, number: number): void {
    if (this.slotsTaken * 3 >= this.keys.length * 2) this.grow();
    const slot = this.slotOf(key);
    const before = this.latest[slot]!;
    if (before === none) {
      this.keys[slot] = key;
      this.slotsTaken++;
    }
    // Numbers arrive in order, so a repeated one is the latest.
    if (before !== none && this.numbers.values[before] === number) return;
    this.latest[slot] = this.numbers.length;
    this.numbers.push(number);
    this.earlier.push(before);
  }

  /** Appends the numbers with this key. */
  collect(key: number, into: GrowingInts): void {
    const [numbers, earlier] = [this.numbers.values, this.earlier.values];
    for (let entry = this.latest[this.slotOf(key)]!; entry !== none; entry = earlier[entry]!) into.push(numbers[entry]!);
  }

  private slotOf(key: number): number {
    const { keys, latest } = this;
    const last = keys.length - 1;
    let slot = (Math.imul(key, 0x9e3779b1) >>> 7) & last;
    while (latest[slot] !== none && keys[slot] !== key) slot = (slot + 1) & last;
    return slot;
  }

  private grow(): void {
    const [keys, latest] = [this.keys, this.latest];
    this.keys = new Int32Array(keys.length * 2);
    this.latest = new Int32Array(keys.length * 2).fill(none);
    for (const [slot, entry] of latest.entries()) {
      if (entry === none) continue;
      const to = this.slotOf(keys[slot]!);
      this.keys[to] = keys[slot]!;
      this.latest[to] = entry;
    }
  }
}

export function keyOf(text: string): number {
  let key = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) key = Math.imul(key ^ text.charCodeAt(at), 0x01000193);
  return key;
}
