import { crc32 } from 'node:zlib';

/** The first day that an archive can name. It does not tell when the file was made. */
const firstDay = 0x21;

/** An archive of one file, stored without compression. */
export function zipOfOne(name: string, content: Buffer): Buffer {
  const described = Buffer.alloc(26);
  described.writeUInt16LE(20, 0);
  described.writeUInt16LE(firstDay, 8);
  described.writeUInt32LE(crc32(content), 10);
  described.writeUInt32LE(content.length, 14);
  described.writeUInt32LE(content.length, 18);
  described.writeUInt16LE(Buffer.byteLength(name), 22);
  const entry = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), described, Buffer.from(name), content]);
  const directory = Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), described, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(entry.length, 16);
  return Buffer.concat([entry, directory, end]);
}
