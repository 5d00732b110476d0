import type { CopiedRows } from './source-file.js';

const tab = 0x09;
const lineFeed = 0x0a;
const nothing = Buffer.from('\\N');
const initialBytes = 320 * 1024;
const enoughBytes = 128 * 1024;

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\u0000': '' };

/** Escapes a text for the text format of COPY. NUL is dropped, because COPY cannot represent it. */
export function escaped(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\\\t\n\r\u0000]/g, (one) => escapes[one]!);
}

/** Collects lines for a COPY, byte by byte: a string for each value would cost more than everything else. */
export class CopiedLines {
  private bytes = Buffer.allocUnsafe(initialBytes);
  private other = Buffer.allocUnsafe(initialBytes);
  private length = 0;
  private rows = 0;
  private atStart = true;

  /** A value of these bytes, in UTF-8 or Latin-1; without bytes it is null. */
  value(from: Buffer, start: number, end: number, isLatin = false): void {
    if (end === start) return this.null();
    this.begin();
    this.append(from, start, end, isLatin);
  }

  null(): void {
    this.begin();
    this.append(nothing, 0, nothing.length);
  }

  text(text: string): void {
    this.begin();
    this.appendText(text);
  }

  /** Begins a value, which is empty until something is appended to it. */
  begin(): void {
    this.reserve(1);
    if (!this.atStart) this.bytes[this.length++] = tab;
    this.atStart = false;
  }

  appendText(text: string): void {
    const bytes = Buffer.from(escaped(text), 'utf8');
    this.append(bytes, 0, bytes.length);
  }

  /** Continues the value that was begun last. */
  append(from: Buffer, start: number, end: number, isLatin = false): void {
    if (isLatin) {
      this.widen(from, start, end);
      return;
    }
    this.reserve(end - start);
    const { bytes } = this;
    let to = this.length;
    for (let at = start; at < end; at += 1) bytes[to++] = from[at]!;
    this.length = to;
  }

  endRow(): void {
    this.endUncounted();
    this.rows += 1;
  }

  /** Ends a row that stands for a rejected line. */
  endUncounted(): void {
    this.reserve(1);
    this.bytes[this.length++] = lineFeed;
    this.atStart = true;
  }

  get isEnough(): boolean {
    return this.length >= enoughBytes;
  }

  /**
   * The collected lines. Two buffers take turns: a new one each time would trigger so many garbage collections that they cost more than the
   * lines.
   */
  taken(): CopiedRows {
    const taken = { rows: this.rows, bytes: this.bytes.subarray(0, this.length) };
    [this.bytes, this.other] = [this.other, this.bytes];
    this.length = 0;
    this.rows = 0;
    return taken;
  }

  /** A non-ASCII character takes two bytes in UTF-8. */
  private widen(from: Buffer, start: number, end: number): void {
    this.reserve((end - start) * 2);
    const { bytes } = this;
    let to = this.length;
    for (let at = start; at < end; at += 1) {
      const byte = from[at]!;
      if (byte < 0x80) bytes[to++] = byte;
      else {
        bytes[to++] = 0xc0 | (byte >> 6);
        bytes[to++] = 0x80 | (byte & 0x3f);
      }
    }
    this.length = to;
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + more));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}
