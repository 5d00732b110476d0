import { compactDay } from '../written-days.js';
import type { Cell } from './cell.js';

/** The month of a day. A week has few days, each in thousands of lines: what was found out about one is remembered. */
export class Months {
  private readonly known = new Map<number, Buffer | null>();

  /** `2026-09` of `20260930`; null where there is no such day. */
  of(cell: Cell): Buffer | null {
    const digits = cell.length === 8 ? cell.digits() : null;
    if (digits === null) return null;
    let month = this.known.get(digits);
    if (month === undefined) {
      const day = compactDay(cell.text());
      month = day === null ? null : Buffer.from(day.slice(0, 7));
      this.known.set(digits, month);
    }
    return month;
  }
}
