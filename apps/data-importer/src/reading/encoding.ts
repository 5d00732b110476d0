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
