import { textLines } from './lines.js';

/** The lines of a text with bars between columns, without quoting. */
export async function* barRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<{ line: number; cells: string[] }> {
  for await (const { number, text } of textLines(chunks)) yield { line: number, cells: text.split('|') };
}
