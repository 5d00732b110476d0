import type { CopiedLines } from '../../reading/copied-lines.js';
import type { DbfColumn } from '../../reading/dbf.js';

const [space, dot, zero, backslash, controls] = [0x20, 0x2e, 0x30, 0x5c, 0x20];

/** A column of the current record, without surrounding spaces. */
export class Cell {
  start = 0;
  end = 0;
  private bytes: Buffer = Buffer.alloc(0);

  constructor(private readonly column: DbfColumn) {}

  get length(): number {
    return this.end - this.start;
  }

  look(bytes: Buffer, record: number): void {
    let start = record + this.column.from;
    let end = record + this.column.to;
    while (start < end && bytes[start] === space) start += 1;
    while (end > start && bytes[end - 1] === space) end -= 1;
    [this.bytes, this.start, this.end] = [bytes, start, end];
  }

  text(): string {
    return this.bytes.toString('latin1', this.start, this.end).trim();
  }

  /** The number that its digits form; null if there is anything else. */
  digits(): number | null {
    let number = 0;
    for (let at = this.start; at < this.end; at += 1) {
      const digit = this.bytes[at]! - zero;
      if (digit < 0 || digit > 9) return null;
      number = number * 10 + digit;
    }
    return number;
  }

  /** `12.50`, in a form that PostgreSQL also reads. Trade has no negative amounts. */
  isAmount(): boolean {
    let [whole, fraction, hasPoint] = [0, 0, false];
    for (let at = this.start; at < this.end; at += 1) {
      const byte = this.bytes[at]!;
      if (byte === dot && !hasPoint) hasPoint = true;
      else if (byte < zero || byte > zero + 9) return false;
      else if (hasPoint) fraction += 1;
      else whole += 1;
    }
    return whole > 0 && hasPoint === fraction > 0;
  }

  /** Copies it as the next value of the line. */
  copyTo(lines: CopiedLines): void {
    lines.begin();
    this.appendTo(lines);
  }

  appendTo(lines: CopiedLines): void {
    const { bytes, start, end } = this;
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at]!;
      if (byte < controls || byte === backslash) return lines.appendText(this.text());
    }
    lines.append(bytes, start, end, true);
  }
}
