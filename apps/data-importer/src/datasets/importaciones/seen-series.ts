import type { Cell } from './cell.js';

/** The customs house, the year, the declaration and its series: at most fifteen digits together, which a number holds exactly. */
const sizes = [1_000, 100, 1_000_000, 10_000];
const year = 1;
const initialSlots = 1 << 20;

/**
 * The series of declarations that a file has named so far: eight bytes for each slot, half of them free. A week has hundreds of thousands,
 * and a `Set` of such numbers takes as long as all other reading.
 */
export class SeenSeries {
  private slots = new Float64Array(initialSlots);
  private count = 0;

  /** False if it was added before. A series whose number contains other characters than digits, or too many digits, is not compared. */
  add(cells: readonly Cell[]): boolean {
    // Zero marks a free slot.
    let key = 1;
    for (let i = 0; i < sizes.length; i += 1) {
      const cell = cells[i]!;
      const size = sizes[i]!;
      const digits = cell.length === 0 ? null : cell.digits();
      if (digits === null) return true;
      // A year may be written with its century.
      const part = i === year ? digits % size : digits;
      if (part >= size) return true;
      key = key * size + part;
    }
    if (!this.place(key)) return false;
    this.count += 1;
    if (this.count * 2 > this.slots.length) this.grow();
    return true;
  }

  private place(key: number): boolean {
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = mixed(key) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) if (slots[slot] === key) return false;
    slots[slot] = key;
    return true;
  }

  private grow(): void {
    const before = this.slots;
    this.slots = new Float64Array(before.length * 2);
    for (const key of before) if (key !== 0) this.place(key);
  }
}

/** Spreads consecutive numbers over all slots. */
function mixed(key: number): number {
  const hash = Math.imul((key >>> 0) ^ Math.imul((key / 0x1_0000_0000) >>> 0, 0x9e3779b1), 0x85ebca6b);
  return hash ^ (hash >>> 15);
}
