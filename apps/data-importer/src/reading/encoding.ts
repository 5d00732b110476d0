import { TextDecoder } from 'node:util';
import { UnreadableFile } from './source-file.js';

const mark = Buffer.from('\uFEFF');
const wideMarks = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/**
 * The chunks without the UTF-8 byte order mark, which proves nothing about the rest. A file with the mark of UTF-16 or UTF-32 is refused.
 */
export async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | null = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (!start) {
      yield chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < mark.length) continue;
    yield afterMark(start);
    start = null;
  }
  if (start?.length) yield afterMark(start);
}

function afterMark(start: Buffer): Buffer {
  const has = (given: Buffer) => start.subarray(0, given.length).equals(given);
  if (wideMarks.some(has)) throw new UnreadableFile('encoding', 'the file is written in UTF-16: save it as UTF-8');
  return has(mark) ? start.subarray(mark.length) : start;
}

/** The unchanged chunks. Throws if they are not valid UTF-8, because broken letters would be stored. */
export async function* wholeUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunks) {
    decode(decoder, chunk);
    yield chunk;
  }
  decode(decoder);
}

/** A character that is cut by the end of a chunk is kept for the next one, and is broken if there is none. */
function decode(decoder: TextDecoder, chunk?: Buffer): void {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw new UnreadableFile('encoding', 'the file is not written in UTF-8: save it as UTF-8');
  }
}
