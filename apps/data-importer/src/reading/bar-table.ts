import { UnreadableFile, type Notes } from './source-file.js';
import { lineBlocks } from './lines.js';
import { textOf } from './text.js';

const bar = 0x7c;
const space = 0x20;
const dash = 0x2d;
const carriageReturn = 0x0d;
const longestLine = 1024 * 1024;

const [plain, letter, other, mark] = [0, 1, 2, 3];
/** A plain ASCII character, a byte that is a Latin-1 letter if it stands alone, a byte that needs decoding, or a bar. */
const kindOf = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === bar) return mark;
  if (byte >= 0xa0) return letter;
  return byte < 0x20 || byte > 0x7e || byte === 0x5c ? other : plain;
});

/** The current line; the next one replaces it. */
export class BarRow {
  bytes: Buffer = Buffer.alloc(0);
  /** Its bytes are Latin-1; otherwise they are UTF-8, and can go into a COPY unchanged. */
  isLatin = false;
  line = 0;
  readonly starts: Int32Array;
  readonly ends: Int32Array;

  constructor(columns: number) {
    this.starts = new Int32Array(columns);
    this.ends = new Int32Array(columns);
  }

  /** Empty, or dashes. */
  isEmpty(column: number): boolean {
    const end = this.ends[column]!;
    let at = this.starts[column]!;
    while (at < end && this.bytes[at] === dash) at += 1;
    return at === end;
  }

  /** The original line, from its first column to its last. */
  wholeLine(): string {
    return this.decoded(Math.min(...this.starts), Math.max(...this.ends));
  }

  text(column: number): string {
    return this.decoded(this.starts[column]!, this.ends[column]!).replaceAll('\\\\', '\\');
  }

  private decoded(start: number, end: number): string {
    return this.bytes.toString(this.isLatin ? 'latin1' : 'utf8', start, end);
  }
}

/**
 * Reads a text with bars between columns, without quoting, and passes each line to `take` with its columns in the order of `titles`. It
 * yields between blocks, so that the taken lines can be sent on. A line with a wrong number of bars is rejected, and goes to `takeMisfit` if its
 * first column is the first of `titles`: no other column of it can be trusted.
 */
export async function* barTable(
  chunks: AsyncIterable<Buffer>,
  titles: readonly string[],
  notes: Notes,
  take: (row: BarRow) => void,
  takeMisfit: (row: BarRow) => void = () => undefined,
): AsyncGenerator<void> {
  let reader: LineReader | undefined;
  for await (const { bytes, end } of lineBlocks(chunks)) {
    let from = 0;
    if (!reader) {
      from = bytes.indexOf(end) + 1 || bytes.length;
      reader = new LineReader(bytes.subarray(0, from), titles, notes, take, takeMisfit);
    }
    reader.readBlock(bytes, from, end);
    notes.lines(reader.line);
    yield;
  }
  if (!reader) throw new UnreadableFile('header', 'the file is empty');
}

class LineReader {
  line = 1;
  private readonly row: BarRow;
  /** For each column of the file, its position in `titles`; -1 if it is not read. */
  private readonly places: number[];
  private readonly bars: Int32Array;
  private readonly barsOfALine: number;

  constructor(
    header: Buffer,
    titles: readonly string[],
    private readonly notes: Notes,
    private readonly take: (row: BarRow) => void,
    private readonly takeMisfit: (row: BarRow) => void,
  ) {
    const text = textOf(header).trim();
    this.barsOfALine = text.split('|').length - 1;
    this.places = placesOf(text.replace(/\|$/, '').split('|'), titles, notes);
    this.bars = new Int32Array(this.barsOfALine + 1);
    this.row = new BarRow(titles.length);
  }

  /** Two adjacent Latin-1 letters may be one UTF-8 character; a single one between plain characters cannot be part of one. */
  readBlock(block: Buffer, from: number, end: number): void {
    const { bars, barsOfALine } = this;
    const size = block.length;
    for (let at = from; at < size;) {
      const start = at;
      let found = 0;
      let lastLetter = -2;
      let needsDecoding = false;
      for (; at < size; at += 1) {
        const byte = block[at]!;
        const kind = kindOf[byte]!;
        if (kind === plain) continue;
        if (kind === mark) {
          if (found <= barsOfALine) bars[found] = at;
          found += 1;
        } else if (kind === letter) {
          if (lastLetter === at - 1) needsDecoding = true;
          lastLetter = at;
        } else if (byte === end) break;
        else if (byte !== carriageReturn || block[at + 1] !== end) needsDecoding = true;
      }
      const isCut = at >= size;
      const until = at > start && block[at - 1] === carriageReturn ? at - 1 : at;
      this.line += 1;
      this.row.isLatin = lastLetter >= 0 && !needsDecoding;
      if (needsDecoding) this.takeDecoded(block.subarray(start, until), isCut);
      else this.takeLine(block, start, until, found, isCut);
      at += 1;
    }
  }

  /** The same on clean UTF-8, with the characters escaped that COPY would interpret. */
  private takeDecoded(raw: Buffer, isCut: boolean): void {
    const text = textOf(raw).replaceAll('\t', ' ').replaceAll('\\', '\\\\');
    const bytes = Buffer.from(text, 'utf8');
    let found = 0;
    for (let at = bytes.indexOf(bar); at >= 0; at = bytes.indexOf(bar, at + 1)) {
      if (found <= this.barsOfALine) this.bars[found] = at;
      found += 1;
    }
    this.takeLine(bytes, 0, bytes.length, found, isCut);
  }

  private takeLine(bytes: Buffer, start: number, until: number, found: number, isCut: boolean): void {
    if (until - start > longestLine) throw new UnreadableFile('long_line', 'a line has more than 1 MB');
    const { row, bars, places } = this;
    row.bytes = bytes;
    row.line = this.line;
    if (found !== this.barsOfALine) {
      const text = bytes.toString(row.isLatin ? 'latin1' : 'utf8', start, until).trim();
      if (text === '') return;
      this.notes.reject({ line: this.line, reason: isCut ? 'cut_line' : 'columns', text });
      if (places[0] !== 0) return;
      this.place(0, start, found > 0 ? bars[0]! : until);
      this.takeMisfit(row);
      return;
    }
    for (let column = 0; column < places.length; column += 1) {
      if (places[column]! < 0) continue;
      this.place(places[column]!, column === 0 ? start : bars[column - 1]! + 1, column < found ? bars[column]! : until);
    }
    this.take(row);
  }

  private place(title: number, start: number, end: number): void {
    const { bytes, starts, ends } = this.row;
    let from = start;
    let to = end;
    while (from < to && bytes[from] === space) from += 1;
    while (to > from && bytes[to - 1] === space) to -= 1;
    starts[title] = from;
    ends[title] = to;
  }
}

function placesOf(found: string[], titles: readonly string[], notes: Notes): number[] {
  const known = titles.map(folded);
  const places = found.map((title) => known.indexOf(folded(title)));
  const missing = titles.filter((_, place) => !places.includes(place));
  const read = places.filter((place) => place >= 0);
  if (missing.length > 0 || new Set(read).size < read.length) {
    const told = missing.slice(0, 6).map((title) => `missing: ${title}`);
    throw new UnreadableFile('header', `the columns are not those of this data set (${told.join(', ') || 'one stands twice'})`);
  }
  for (const [column, title] of found.entries()) if (places[column]! < 0) notes.unreadColumn(title);
  return places;
}

/** Compares titles without case, accents or surrounding spaces. */
function folded(title: string): string {
  return title.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().replaceAll(/\s+/g, ' ').toUpperCase();
}
