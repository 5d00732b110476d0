import { UnreadableFile, type SourceFile } from '../reading/source-file.js';
import { refuseReplaced, type Source } from './sources.js';

interface Watch {
  source: Pick<Source, 'paths' | 'states'>;
  /** The most bytes that each file may have, unpacked. */
  mostBytes: number;
  /** The bytes read of the main one. */
  onBytes: (bytes: number) => void;
}

/**
 * The same files, counting what is read of them. One that grows beyond its data set is refused there, and every one at its end if it was
 * replaced since it was hashed.
 */
export function watchedFiles(byRole: Record<string, SourceFile>, { source, mostBytes, onBytes }: Watch): Record<string, SourceFile> {
  const watched = Object.entries(byRole).map(([role, file]) => {
    const open = async function* () {
      let read = 0;
      for await (const chunk of file.open()) {
        read += chunk.length;
        if (read > mostBytes) throw new UnreadableFile('form', `${file.name} has more than ${mostBytes / 1024 ** 2} MB, unpacked`);
        if (role === 'main') onBytes(read);
        yield chunk;
      }
      await refuseReplaced(source);
    };
    return [role, { ...file, open }] as const;
  });
  return Object.fromEntries(watched);
}
