import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { DBFFile } from 'dbffile';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { rucCheckDigit } from '@vigia/contracts';

type Column = [name: string, type: 'C' | 'N', length: number];

/** The columns that are read, and a filler up to the 668 bytes of a published record. */
const columns: Column[] = [
  ['CADU', 'C', 3],
  ['FANO', 'C', 2],
  ['NDCL', 'C', 6],
  ['FNUM', 'C', 8],
  ['NDOC', 'C', 11],
  ['CPAIDES', 'C', 2],
  ['NSER', 'N', 4],
  ['PART_NANDI', 'N', 10],
  ['VFOBSERDOL', 'N', 14],
  ...Array.from({ length: 11 }, (_, i): Column => [`DESC${i}`, 'C', i < 10 ? 55 : 57]),
];

/** A week of exports in the format of customs, a dBase III table. */
export async function writeCustomsWeek(path: string, records: number): Promise<void> {
  const recordLength = 1 + columns.reduce((sum, [, , length]) => sum + length, 0);
  const headerLength = 32 + columns.length * 32 + 1;
  const bytes = Buffer.alloc(headerLength + records * recordLength + 1, ' ');
  bytes.fill(0, 0, headerLength);
  bytes.set([0x03, 126, 9, 27]);
  bytes.writeUInt32LE(records, 4);
  bytes.writeUInt16LE(headerLength, 8);
  bytes.writeUInt16LE(recordLength, 10);
  columns.forEach(([name, type, length], i) => {
    bytes.write(name, 32 + i * 32, 'latin1');
    bytes.write(type, 32 + i * 32 + 11, 'latin1');
    bytes[32 + i * 32 + 16] = length;
  });
  bytes[headerLength - 1] = 0x0d;
  for (let i = 0; i < records; i += 1) {
    const digits = `2099${String((i * 7) % 4_000).padStart(6, '0')}`;
    const day = `202609${String(1 + (i % 6)).padStart(2, '0')}`;
    const cells = ['172', '26', String(Math.floor(i / 3) % 1_000_000).padStart(6, '0'), day, digits + rucCheckDigit(digits), 'CN'];
    const amounts = [String(1 + (i % 3)).padStart(4), String(804_400_000 + (i % 400)).padStart(10), `${i % 90_000}.125`.padStart(14)];
    bytes.write([...cells, ...amounts].join(''), headerLength + i * recordLength + 1, 'latin1');
  }
  bytes[bytes.length - 1] = 0x1a;
  await writeFile(path, bytes);
}

interface BuiltLayout {
  exportaciones: { layout: { read(files: object, notes: object): AsyncIterable<unknown> } };
}

/** How many records per second the importer's own code reads, without the database. */
export async function recordsPerSecond(path: string, importer: string): Promise<{ perSecond: number; records: number }> {
  const built = pathToFileURL(`${importer}/dist/datasets/exportaciones/layout.js`).href;
  const { exportaciones } = (await import(built)) as BuiltLayout;
  const ignored = () => undefined;
  const notes = { reject: ignored, published: ignored, part: ignored, lines: ignored, unknown: ignored };
  const main = { name: basename(path), open: () => createReadStream(path, { highWaterMark: 1024 * 1024 }) };
  return counted(exportaciones.layout.read({ main }, notes));
}

/** The same with the package `dbffile`. */
export async function recordsOfThePackage(path: string): Promise<{ perSecond: number; records: number }> {
  return counted(await DBFFile.open(path, { encoding: 'latin1' }));
}

async function counted(rows: AsyncIterable<unknown>): Promise<{ perSecond: number; records: number }> {
  const startedAt = performance.now();
  let records = 0;
  const reader = rows[Symbol.asyncIterator]();
  // Our own come as lines of a COPY, many at a time.
  for (let next = await reader.next(); !next.done; next = await reader.next()) records += (next.value as { rows?: number }).rows ?? 1;
  return { records, perSecond: records / ((performance.now() - startedAt) / 1000) };
}
