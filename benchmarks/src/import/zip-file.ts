import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { crc32, createDeflateRaw } from 'node:zlib';

const version = 20;
const deflated = 8;

/** A zip with this single file of less than 4 GB. Returns the path of the zip. */
export async function zipped(path: string): Promise<string> {
  const archive = `${path}.zip`;
  const name = Buffer.from(basename(path));
  const file = await open(archive, 'w');
  try {
    const beginning = 30 + name.length;
    let checksum = 0;
    let size = 0;
    let packed = 0;
    const source = createReadStream(path, { highWaterMark: 1024 * 1024 });
    source.on('data', (chunk) => {
      checksum = crc32(chunk, checksum);
      size += chunk.length;
    });
    for await (const chunk of source.pipe(createDeflateRaw({ level: 6 })) as AsyncIterable<Buffer>) {
      await file.write(chunk, 0, chunk.length, beginning + packed);
      packed += chunk.length;
    }
    const said = Buffer.alloc(26);
    said.writeUInt16LE(version, 0);
    said.writeUInt16LE(deflated, 4);
    said.writeUInt16LE(0x21, 8);
    said.writeUInt32LE(checksum, 10);
    said.writeUInt32LE(packed, 14);
    said.writeUInt32LE(size, 18);
    said.writeUInt16LE(name.length, 22);
    await file.write(Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), said, name]), 0, beginning, 0);
    const directory = Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), said, Buffer.alloc(14), name]);
    const end = Buffer.alloc(22);
    end.write('PK\u0005\u0006', 'latin1');
    end.writeUInt16LE(1, 8);
    end.writeUInt16LE(1, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(beginning + packed, 16);
    await file.write(Buffer.concat([directory, end]), 0, directory.length + end.length, beginning + packed);
  } finally {
    await file.close();
  }
  return archive;
}
