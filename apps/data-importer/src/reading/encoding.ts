import { TextDecoder } from 'node:util';
import { UnreadableFile } from './source-file.js';

const wideMarks = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/** The chunks as they are, unless the file begins with the mark of UTF-16 or UTF-32. */
export async function* refuseWideText(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | null = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (start && start.length < 2) {
      start = Buffer.concat([start, chunk]);
      if (start.length < 2) continue;
      if (wideMarks.some((mark) => mark.every((byte, i) => start?.[i] === byte))) {
        throw new UnreadableFile('encoding', 'the file is written in UTF-16: save it as UTF-8');
      }
      yield start;
      start = null;
    } else {
      yield chunk;
    }
  }
  if (start?.length) yield start;
}

/** The chunks as they are, unless something in them is no UTF-8: its letters would be kept broken. */
export async function* wholeUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunks) {
    decode(decoder, chunk);
    yield chunk;
  }
  decode(decoder);
}

/** A letter that the end of a chunk cuts is kept for the next one, and is broken where there is none. */
function decode(decoder: TextDecoder, chunk?: Buffer): void {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw new UnreadableFile('encoding', 'the file is not written in UTF-8: save it as UTF-8');
  }
}
