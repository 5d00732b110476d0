import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { LocalServerError } from '../local-server-error.js';
import type { UnixUser } from '../process/server-process.js';

const run = promisify(execFile);

/**
 * PostgreSQL refuses to run as root. If we are root, it runs as the owner of the data directory. A directory that is new or belongs to root
 * is given to `nobody`, so no account has to be created. Undefined for an ordinary user: the server runs as that user too.
 */
export async function chooseServerUser(dataDir: string): Promise<UnixUser | undefined> {
  const owner = await stat(dataDir).catch(() => undefined);
  const ownUid = process.getuid!();
  if (ownUid !== 0) {
    if (owner && owner.uid !== ownUid) {
      throw new LocalServerError(
        `The data directory ${dataDir} belongs to another user (uid ${owner.uid}). Start as that user or as root, or choose another directory.`,
      );
    }
    return undefined;
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const [uid, gid] = await Promise.all([run('id', ['-u', 'nobody']), run('id', ['-g', 'nobody'])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

export async function requireTraversable(path: string, user: UnixUser): Promise<void> {
  for (const folder of foldersAbove(path)) {
    if (canTraverse(await stat(folder), user)) continue;
    throw new LocalServerError(
      `PostgreSQL does not run as root; as user id ${user.uid} it cannot pass through ${folder} to reach ${path}. ` +
        `Run \`chmod o+x '${folder}'\`, move the project or the data to a folder that is open to other users, or start as an ordinary user.`,
    );
  }
}

interface FolderPermissions extends UnixUser {
  mode: number;
}

/** As in the kernel, only the class that applies counts: an owner without the bit is refused even if others have it. */
export function canTraverse(folder: FolderPermissions, user: UnixUser): boolean {
  if (folder.uid === user.uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === user.gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}

function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === path ? [] : [...foldersAbove(folder), folder];
}
