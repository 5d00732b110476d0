import { isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { CsvError, Parser } from 'csv-parse';
import { wholeUtf8, withoutMark } from './encoding.js';
import { UnreadableFile } from './source-file.js';

export interface CsvRecord {
  /** The line on which it ends. */
  line: number;
  cells: string[];
}

interface CsvForm {
  delimiter?: string;
  /** Only UTF-8, or Latin-1 with cells that may be in UTF-8. */
  encoding?: 'utf8' | 'latin1';
  /** Quotes in the middle of a cell are ordinary characters. */
  bareQuotes?: boolean;
}

const longestRecord = 1_000_000;

/** Records of quoted CSV, each with as many cells as it has. Skips empty lines and removes control characters. */
export async function* csvRecords(
  chunks: AsyncIterable<Buffer>,
  { delimiter = ',', encoding = 'utf8', bareQuotes = false }: CsvForm = {},
): AsyncGenerator<CsvRecord> {
  const parser = new Parser({
    delimiter,
    encoding,
    relax_quotes: bareQuotes,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestRecord,
    info: true,
  });
  const bytes = withoutMark(chunks);
  const text = encoding === 'utf8' ? wholeUtf8(bytes) : bytes;
  // The loop below throws the errors of the pipeline.
  pipeline(Readable.from(withoutControls(text)), parser, () => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      yield { line: info.lines, cells: encoding === 'latin1' ? record.map(inEither) : record };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile('form', `not readable as CSV: ${error.message}`);
    throw error;
  }
}

const isAscii = /^[\0-\x7F]*$/;

/** A cell that was read as Latin-1 and may be in UTF-8. */
function inEither(cell: string): string {
  if (isAscii.test(cell)) return cell;
  const bytes = Buffer.from(cell, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : cell;
}

/** C0 and DEL except the tab and line ends: PostgreSQL accepts no NUL, and a file may end with the CP/M end mark. */
const isControl = (byte: number) => (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) || byte === 0x7f;

async function* withoutControls(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield chunk.some(isControl) ? Buffer.from(chunk.filter((byte) => !isControl(byte))) : chunk;
}
