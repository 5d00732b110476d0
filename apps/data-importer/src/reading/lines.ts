import { withoutMark } from './encoding.js';
import { UnreadableFile } from './source-file.js';
import { textOf } from './text.js';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const longestLine = 1024 * 1024;

/** Bytes of complete lines, each ended by `end`; only the last block may lack it. */
interface LineBlock {
  bytes: Buffer;
  end: number;
}

/** Splits chunks of any size at line ends. The first line tells the kind: LF, CR-LF (the CR stays at the end of its line) or only CR. */
export async function* lineBlocks(chunks: AsyncIterable<Buffer>): AsyncGenerator<LineBlock> {
  const kept: Buffer[] = [];
  let keptLength = 0;
  let end: number | undefined;
  for await (const chunk of withoutMark(chunks)) {
    let bytes = chunk;
    if (end === undefined) {
      bytes = Buffer.concat([...kept.splice(0), chunk]);
      keptLength = 0;
      end = lineEndOf(bytes);
    }
    const last = end === undefined ? -1 : bytes.lastIndexOf(end);
    if (last >= 0) {
      // The kept bytes are joined only with the rest of their line: nothing else is copied.
      const first = keptLength > 0 ? bytes.indexOf(end!) + 1 : 0;
      if (first > 0) yield { bytes: Buffer.concat([...kept.splice(0), bytes.subarray(0, first)]), end: end! };
      if (first <= last) yield { bytes: bytes.subarray(first, last + 1), end: end! };
      keptLength = 0;
    }
    const rest = bytes.subarray(last + 1);
    if (rest.length > 0) kept.push(rest);
    keptLength += rest.length;
    if (keptLength > longestLine) throw new UnreadableFile('long_line', 'a line has more than 1 MB');
  }
  if (keptLength > 0) yield { bytes: Buffer.concat(kept), end: end ?? onlyLineEnd(kept) };
}

/** Undefined until the byte after a first CR is known. */
function lineEndOf(bytes: Buffer): number | undefined {
  const feed = bytes.indexOf(lineFeed);
  const back = bytes.indexOf(carriageReturn);
  if (back < 0 || (feed >= 0 && feed < back)) return feed < 0 ? undefined : lineFeed;
  if (back + 1 === bytes.length) return undefined;
  return bytes[back + 1] === lineFeed ? lineFeed : carriageReturn;
}

/** For a file with one line: a CR at the very end ended it. */
function onlyLineEnd(kept: Buffer[]): number {
  return kept.at(-1)?.at(-1) === carriageReturn ? carriageReturn : lineFeed;
}

interface TextLine {
  /** From 1. */
  number: number;
  text: string;
  /** The file has no line end after it: it may have been cut. */
  isCut: boolean;
}

/** The lines of a text without blank ones, which still count. */
export async function* textLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<TextLine> {
  let number = 0;
  for await (const { bytes, end } of lineBlocks(chunks)) {
    for (let from = 0; from < bytes.length;) {
      const to = bytes.indexOf(end, from);
      const until = to < 0 ? bytes.length : to;
      if (until - from > longestLine) throw new UnreadableFile('long_line', 'a line has more than 1 MB');
      number += 1;
      const text = textOf(bytes.subarray(from, until));
      from = until + 1;
      if (text.trim() !== '') yield { number, text, isCut: to < 0 };
    }
  }
}

/** The lines of a text with bars between columns, without quoting. */
export async function* barRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<{ line: number; cells: string[] }> {
  for await (const { number, text } of textLines(chunks)) yield { line: number, cells: text.split('|') };
}
