import type { CopiedRows } from './source-file.js';

const tab = 0x09;
const lineFeed = 0x0a;
const nothing = Buffer.from('\\N');
const initialBytes = 1024 * 1024;
/** A COPY has a price of its own: it is worth beginning one for so many. */
const enoughBytes = 512 * 1024;

/** Collects lines for a COPY, byte by byte: a string for each value would cost more than everything else. */
export class CopiedLines {
  private bytes = Buffer.allocUnsafe(initialBytes);
  private length = 0;
  private rows = 0;
  private atStart = true;

  /** A value of these bytes; nothing where there are none. */
  value(from: Buffer, start: number, end: number): void {
    this.separate(end - start);
    if (end === start) this.append(nothing, 0, nothing.length);
    else this.append(from, start, end);
  }

  text(text: string): void {
    const bytes = Buffer.from(text, 'utf8');
    this.value(bytes, 0, bytes.length);
  }

  /** Goes on with the value that was begun last. */
  append(from: Buffer, start: number, end: number): void {
    this.reserve(end - start);
    const { bytes } = this;
    let to = this.length;
    for (let at = start; at < end; at += 1) bytes[to++] = from[at]!;
    this.length = to;
  }

  endRow(): void {
    this.reserve(1);
    this.bytes[this.length++] = lineFeed;
    this.rows += 1;
    this.atStart = true;
  }

  get isEnough(): boolean {
    return this.length >= enoughBytes;
  }

  /** What was collected, which is then forgotten here. */
  taken(): CopiedRows {
    const taken = { rows: this.rows, bytes: this.bytes.subarray(0, this.length) };
    this.bytes = Buffer.allocUnsafe(Math.max(initialBytes, this.length));
    this.length = 0;
    this.rows = 0;
    return taken;
  }

  private separate(next: number): void {
    this.reserve(next + 1);
    if (!this.atStart) this.bytes[this.length++] = tab;
    this.atStart = false;
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + more));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}
