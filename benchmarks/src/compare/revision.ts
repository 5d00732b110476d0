import { execFile } from 'node:child_process';
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const here = fileURLToPath(new URL('../../..', import.meta.url));

interface Revision {
  name: string;
  /** Its checkout, built. */
  folder: string;
  remove(): Promise<void>;
}

/** Checks out a revision of this repository and builds it with its own scripts. */
export async function buildRevision(asked: string): Promise<Revision> {
  const name = await commitOf(asked);
  // Inside this checkout, so that packages of the same versions are found in the parent folders.
  const folder = join(here, 'dist', 'compared', name);
  const remove = async () => {
    await rm(folder, { recursive: true, force: true });
    await git('worktree', 'prune');
  };
  // A killed run leaves it behind.
  await remove();
  try {
    await git('worktree', 'add', '--quiet', '--detach', folder, name);
    if (await hasSamePackages(folder)) await linkWorkspaces(folder);
    else await inFolder(folder, 'ci');
    await inFolder(folder, 'run', 'build');
    return { name, folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function commitOf(asked: string): Promise<string> {
  try {
    const { stdout } = await git('rev-parse', '--verify', '--short=12', '--end-of-options', `${asked}^{commit}`);
    return stdout.trim();
  } catch {
    throw new TypeError(`--compare: ${asked} is no revision of this repository`);
  }
}

async function hasSamePackages(folder: string): Promise<boolean> {
  const [ours, its] = await Promise.all([here, folder].map((checkout) => readFile(join(checkout, 'package-lock.json'), 'utf8')));
  return ours === its;
}

/** The links are relative: each checkout gets its own code. */
async function linkWorkspaces(folder: string): Promise<void> {
  const links = join('node_modules', '@vigia');
  await cp(join(here, links), join(folder, links), { recursive: true, verbatimSymlinks: true });
}

const git = (...args: string[]) => run('git', args, { cwd: here });
const inFolder = (cwd: string, ...args: string[]) => run('npm', args, { cwd, maxBuffer: 64 * 1024 * 1024 });
