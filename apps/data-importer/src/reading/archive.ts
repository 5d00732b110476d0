import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { fromBufferPromise, openPromise, type Entry, type ZipFile } from 'yauzl';
import { UnreadableFile, type SourceFile } from './source-file.js';

/** Text compresses five to ten times. A file that claims to grow more than this is meant to fill a disk. */
const mostGrowth = 200;
const alwaysAllowedBytes = 100 * 1024 * 1024;
const inflatedBytes = 256 * 1024;
/** No publisher packs more than a few files together. The name and the comment of each stay in memory. */
const mostEntries = 100;
/** The second one begins an empty archive. */
const archiveMarks = ['PK\u0003\u0004', 'PK\u0005\u0006'];
const pageBeginning = /^\s*(?:\uFEFF|ï»¿)?\s*(?:<!--[^]*?-->\s*)?<(?:!doctype\s+html|html)/i;

/** The first bytes of a file, without decoding. */
export async function beginningOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

export const isArchive = (beginning: string): boolean => archiveMarks.some((mark) => beginning.startsWith(mark));
export const isGzip = (beginning: string): boolean => beginning.startsWith('\u001F\u008B');
export const isWebPage = (beginning: string): boolean => pageBeginning.test(beginning);

/** The files in an archive. They are read from it; nothing is unpacked to disk, and their names are never used as paths. */
export async function openArchive(path: string): Promise<{ files: SourceFile[]; close(): void }> {
  const archive = await openPromise(path, { autoClose: false }).catch((error: Error) => {
    throw new UnreadableFile('archive', `the archive cannot be read: ${error.message}`);
  });
  try {
    if (archive.entryCount > mostEntries) throw new Error(`it has ${archive.entryCount} entries, more than ${mostEntries}`);
    const files: SourceFile[] = [];
    for await (const entry of archive.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      files.push({ name: entry.fileName.split('/').at(-1)!, open: () => contentOf(archive, entry) });
    }
    return { files, close: () => archive.close() };
  } catch (error) {
    archive.close();
    throw new UnreadableFile('archive', `the archive cannot be read: ${(error as Error).message}`);
  }
}

/**
 * The same archive without compression, up to so many bytes of content, for code that unpacks without a limit. Such code also unpacks what
 * stands between the entries of the directory, so it gets only what was read here. `look` sees the content before that code does.
 */
export async function* unpackedWithin(bytes: Buffer, most: number, look: (name: string, chunk: Buffer) => void): AsyncGenerator<Buffer> {
  const archive = await fromBufferPromise(bytes);
  let left = most;
  for await (const entry of archive.eachEntry()) {
    yield storedHeader(entry);
    for await (const chunk of contentOf(archive, entry)) {
      if ((left -= chunk.length) < 0) throw new UnreadableFile('archive', `it would grow to more than ${most / 1024 / 1024} MB`);
      look(entry.fileName, chunk);
      yield chunk;
    }
  }
  yield endOfArchive;
}

/** Without entries: code that reads the archive as it comes needs no directory. */
const endOfArchive = Buffer.concat([Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)]);

/** What stands before the content of an entry that is not compressed. */
function storedHeader({ fileName, crc32: checksum, uncompressedSize }: Entry): Buffer {
  const name = Buffer.from(fileName);
  const header = Buffer.alloc(30);
  header.write('PK\u0003\u0004');
  header.writeUInt32LE(checksum, 14);
  header.writeUInt32LE(uncompressedSize, 18);
  header.writeUInt32LE(uncompressedSize, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

async function* contentOf(archive: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) throw new UnreadableFile('archive', `${entry.fileName} is encrypted`);
  if (entry.uncompressedSize > Math.max(alwaysAllowedBytes, entry.compressedSize * mostGrowth)) {
    throw new UnreadableFile('archive', `${entry.fileName} would grow from ${entry.compressedSize} to ${entry.uncompressedSize} bytes`);
  }
  let sum = 0;
  let size = 0;
  try {
    for await (const chunk of await unpacked(archive, entry)) {
      sum = crc32(chunk, sum);
      size += chunk.length;
      if (size > entry.uncompressedSize) throw new Error(`too many bytes: it declares ${entry.uncompressedSize}`);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('archive', `${entry.fileName} cannot be read: ${(error as Error).message}`);
  }
  if (size < entry.uncompressedSize)
    throw new UnreadableFile('archive', `${entry.fileName} ends before its ${entry.uncompressedSize} bytes`);
  if (sum !== entry.crc32) throw new UnreadableFile('archive', `${entry.fileName} is damaged: its checksum is wrong`);
}

/** The library's own way inflates 16 KB at a time, each in another thread, which costs more than the inflating itself. */
async function unpacked(archive: ZipFile, entry: Entry): Promise<AsyncIterable<Buffer>> {
  const [stored, deflated] = [0, 8];
  const packed = await archive.openReadStreamPromise(entry, { decodeFileData: false });
  if (entry.compressionMethod > stored && entry.compressionMethod !== deflated) throw new Error('it is packed in a way that is not known');
  if (entry.compressionMethod === stored) return packed as AsyncIterable<Buffer>;
  // The reading loop throws the errors of the pipeline.
  return pipeline(packed, createInflateRaw({ chunkSize: inflatedBytes }), () => undefined);
}
