import { UnreadableFile } from './source-file.js';

export interface DbfColumn {
  /** Where its bytes begin and end in a record. */
  from: number;
  to: number;
}

type RecordReader = (bytes: Buffer, start: number) => void;

const deletionMark = 0x2a;
const headerEnd = 0x0d;

/**
 * Reads a dBase III table block by block. `begin` gets the header, with its columns and the day on which the table was written, and returns
 * the function that reads one record. That function is called for each record that is not deleted, with the block and the record's position
 * in it. Only what it asks for is decoded. It yields between blocks, so that the records can be sent on.
 */
export async function* dbfRecords(
  chunks: AsyncIterable<Buffer>,
  begin: (columns: ReadonlyMap<string, DbfColumn>, writtenOn: string | null) => RecordReader,
): AsyncGenerator<void> {
  let rest: Buffer = Buffer.alloc(0);
  let header: { length: number; recordLength: number; declared: number } | null = null;
  let read: RecordReader | null = null;
  let records = 0;
  const take = (bytes: Buffer, at: number, readOne: RecordReader) => {
    if (bytes[at] !== deletionMark) readOne(bytes, at);
    records += 1;
  };

  for await (const chunk of chunks) {
    let at = 0;
    let bytes = chunk;
    if (!header || !read) {
      bytes = Buffer.concat([rest, chunk]);
      rest = bytes;
      if (bytes.length >= 32) header ??= dimensions(bytes);
      // Reads the header as one block: searching for its end column by column put every record out of step.
      if (!header || bytes.length < header.length) continue;
      read = begin(columnsOf(bytes.subarray(0, header.length), header.recordLength), dayIn(bytes));
      at = header.length;
    } else if (rest.length > 0) {
      // Joins the parts of a cut record; nothing else is copied.
      at = Math.min(header.recordLength - rest.length, chunk.length);
      rest = Buffer.concat([rest, chunk.subarray(0, at)]);
      if (rest.length < header.recordLength) continue;
      if (records < header.declared) take(rest, 0, read);
    }
    for (; at + header.recordLength <= bytes.length && records < header.declared; at += header.recordLength) take(bytes, at, read);
    rest = records === header.declared ? Buffer.alloc(0) : bytes.subarray(at);
    yield;
  }
  if (!header || !read) throw new UnreadableFile('form', 'the table ends before its header does');
  if (records < header.declared)
    throw new UnreadableFile('cut_line', `the header declares ${header.declared} records and ${records} are there`);
}

function dimensions(bytes: Buffer) {
  if ((bytes[0]! & 0x07) !== 0x03) throw new UnreadableFile('form', 'not a dBase III table');
  const [declared, length, recordLength] = [bytes.readUInt32LE(4), bytes.readUInt16LE(8), bytes.readUInt16LE(10)];
  if (length < 65 || recordLength < 2) throw new UnreadableFile('form', 'a dBase table without columns');
  return { declared, length, recordLength };
}

/** Three bytes: the year since 1900, the month and the day. A day that the calendar does not have would fall into another month. */
function dayIn(bytes: Buffer): string | null {
  const [year, month, day] = [1900 + bytes[1]!, bytes[2]!, bytes[3]!];
  const instant = new Date(Date.UTC(year, month - 1, day));
  return year >= 2000 && instant.getUTCMonth() === month - 1 ? instant.toISOString().slice(0, 10) : null;
}

function columnsOf(header: Buffer, recordLength: number): Map<string, DbfColumn> {
  const columns = new Map<string, DbfColumn>();
  let to = 1;
  for (let at = 32; at + 32 <= header.length && header[at] !== headerEnd; at += 32) {
    const from = to;
    to += header[at + 16]!;
    columns.set(
      header
        .toString('latin1', at, at + 11)
        .split('\0', 1)[0]!
        .trim(),
      { from, to },
    );
  }
  if (to !== recordLength) throw new UnreadableFile('form', `columns of ${to} bytes in records of ${recordLength}`);
  return columns;
}
