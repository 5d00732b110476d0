import { createHash } from 'node:crypto';

const initialSlots = 1 << 16;

/** The keys that have been seen, by 64 bits of their hash: eight bytes for each slot, half of them free. */
export class SeenKeys {
  private high = new Uint32Array(initialSlots);
  private low = new Uint32Array(initialSlots);
  private count = 0;

  /** False if it was added before. A NUL does not count, because none reaches the table: two rows would have one key there. */
  add(key: string): boolean {
    const digest = createHash('sha1').update(key.replaceAll('\u0000', '')).digest();
    // Zero marks a free slot.
    const high = digest.readUInt32LE(0) || 1;
    const low = digest.readUInt32LE(4);
    if (!this.place(high, low)) return false;
    this.count += 1;
    if (this.count * 2 > this.high.length) this.grow();
    return true;
  }

  private place(high: number, low: number): boolean {
    const mask = this.high.length - 1;
    let slot = low & mask;
    for (; this.high[slot] !== 0; slot = (slot + 1) & mask) if (this.high[slot] === high && this.low[slot] === low) return false;
    this.high[slot] = high;
    this.low[slot] = low;
    return true;
  }

  private grow(): void {
    const [high, low] = [this.high, this.low];
    this.high = new Uint32Array(high.length * 2);
    this.low = new Uint32Array(low.length * 2);
    high.forEach((one, slot) => one !== 0 && this.place(one, low[slot]!));
  }
}
