import { Readable } from 'node:stream';
import { readSheet } from 'read-excel-file/node';
import { unpackedWithin } from './archive.js';
import { SheetExtent } from './sheet-extent.js';
import { UnreadableFile } from './source-file.js';

const largestWorkbook = 64 * 1024 * 1024;
const largestUnpacked = 256 * 1024 * 1024;

/** The rows of the first sheet as text. A day is written yyyy-mm-dd, an empty cell is an empty text. */
export async function sheetRows(chunks: AsyncIterable<Buffer>): Promise<string[][]> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > largestWorkbook) throw new UnreadableFile('form', `a workbook of more than ${largestWorkbook / 1024 / 1024} MB`);
    pieces.push(chunk);
  }
  const workbook = Buffer.concat(pieces);
  if (workbook.toString('latin1', 0, 2) !== 'PK') throw new UnreadableFile('form', 'not a workbook (.xlsx)');
  try {
    const extents = new Map<string, SheetExtent>();
    const look = (name: string, chunk: Buffer) => {
      if (!name.endsWith('.xml')) return;
      const extent = extents.get(name) ?? new SheetExtent();
      extents.set(name, extent);
      extent.read(chunk);
    };
    const rows = await readSheet(Readable.from(unpackedWithin(workbook, largestUnpacked, look)));
    return rows.map((row) => row.map(cellText));
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('form', `not readable as a workbook: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell).trim() : '';
}
