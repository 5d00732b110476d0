import { wholeUtf8, withoutMark } from './encoding.js';
import { UnreadableFile } from './source-file.js';

const largestDocument = 64 * 1024 * 1024;

/** A complete JSON document, only in UTF-8. An HTML page instead of it comes from a firewall. */
export async function jsonDocument(chunks: AsyncIterable<Buffer>): Promise<unknown> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const chunk of wholeUtf8(withoutMark(chunks))) {
    size += chunk.length;
    if (size > largestDocument) throw new UnreadableFile('form', `a JSON document of more than ${largestDocument / 1024 / 1024} MB`);
    pieces.push(chunk);
  }
  const text = Buffer.concat(pieces).toString('utf8');
  if (/^\s*</.test(text)) throw new UnreadableFile('form', 'a page of HTML came instead of JSON: the publisher has blocked the question');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UnreadableFile('form', 'not readable as JSON, or cut');
  }
}
