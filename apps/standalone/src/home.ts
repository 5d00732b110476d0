import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

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
  const folder = resolve(environment.VIGIA_HOME ?? '.vigia');
  mkdirSync(folder, { recursive: true });
  return {
    folder,
    postgresDir: join(folder, 'postgres'),
    logFile: join(folder, 'vigia.log'),
    dataDir: join(folder, 'data'),
    read<T>(name: string) {
      try {
        return JSON.parse(readFileSync(join(folder, name), 'utf8')) as T;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    write(name, content) {
      // A full disk or a kill leaves the file that is there: it may hold the only keys to what is stored.
      const unfinished = join(folder, `${name}.new`);
      try {
        writeFileSync(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
        renameSync(unfinished, join(folder, name));
      } catch (error) {
        rmSync(unfinished, { force: true });
        throw error;
      }
    },
  };
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
  const secrets = { jwtKeys: key(), secretPeppers: key(), webhookKeys: key(), ...home.read<Secrets>('secrets.json') };
  home.write('secrets.json', secrets);
  return secrets;
}
