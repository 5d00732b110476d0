import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { canTraverse, type UnixUser } from '../domain/folder-access.js';
import { LocalServerError } from '../local-server-error.js';

const run = promisify(execFile);

/**
 * PostgreSQL refuses to run as root. For root it runs as the owner of the data directory, and a directory that is new or
 * root's is given to `nobody`, so no account has to be created. Undefined: we are an ordinary user, and so is the server.
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

function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === path ? [] : [...foldersAbove(folder), folder];
}
