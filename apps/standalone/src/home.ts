import { randomBytes } from 'node:crypto';
import { lchownSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { LocalServerError } from '@vigia/local-servers';

/** Everything that the standalone product keeps on this machine. */
export interface Home {
  folder: string;
  postgresDir: string;
  logFile: string;
  /** Downloads of registers and lists, and the inbox for files that are dropped in. */
  dataDir: string;
  read<T>(name: string): T | undefined;
  /** Only the owner can read it: these files hold secrets. */
  write(name: string, content: unknown): void;
}

export function homeFolder(environment: NodeJS.ProcessEnv): Home {
  const folder = resolve(environment.VIGIA_HOME || '.vigia');
  explaining(`${folder} cannot be made`, () => mkdirSync(folder, { recursive: true }));
  return {
    folder,
    postgresDir: join(folder, 'postgres'),
    logFile: join(folder, 'vigia.log'),
    dataDir: join(folder, 'data'),
    read<T>(name: string) {
      const file = join(folder, name);
      return explaining(`${file} cannot be read`, () => readIfPresent<T>(file));
    },
    write(name, content) {
      const file = join(folder, name);
      explaining(`${file} cannot be written`, () => replace(file, `${JSON.stringify(content, null, 2)}\n`));
    },
  };
}

function explaining<T>(failed: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw LocalServerError.explaining(error, failed);
  }
}

function readIfPresent<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A full disk or a kill leaves the file that is there: it may hold the only keys to what is stored. */
function replace(file: string, content: string): void {
  const unfinished = `${file}.new`;
  try {
    writeFileSync(unfinished, content, { mode: 0o600, flush: true });
    if (process.getuid?.() === 0) giveToOwnerOfFolder(unfinished);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** One start as root must not keep the owner of the home out. */
function giveToOwnerOfFolder(file: string): void {
  const { uid, gid } = statSync(dirname(file));
  lchownSync(file, uid, gid);
}

interface Secrets {
  jwtKeys: string;
  secretPeppers: string;
  webhookKeys: string;
}

/** Made at the first start and kept, so that tokens and credentials survive a restart. */
export function keptSecrets(home: Home): Secrets {
  const key = () => `k1:${randomBytes(32).toString('base64url')}`;
  // A home of an earlier version lacks the newest secrets.
  const kept = home.read<Secrets>('secrets.json');
  const secrets = { jwtKeys: key(), secretPeppers: key(), webhookKeys: key(), ...kept };
  if (!isDeepStrictEqual(secrets, kept)) home.write('secrets.json', secrets);
  return secrets;
}
