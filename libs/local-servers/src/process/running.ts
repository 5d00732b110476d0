import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The words of a command line, separated by one space. Empty if the process does not exist or is a zombie. */
export async function commandLineOf(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux') {
      const words = await readFile(`/proc/${pid}/cmdline`, 'utf8');
      return words.replaceAll('\0', ' ').trim();
    }
    const { stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
    return stdout.trim();
  } catch {
    return '';
  }
}

/** Whether the folder is the working directory of the process. Undefined where the system, or another user's process, does not show it. */
export async function worksIn(pid: number, folder: string): Promise<boolean | undefined> {
  try {
    const [there, here] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(folder)]);
    return there.dev === here.dev && there.ino === here.ino;
  } catch {
    return undefined;
  }
}

const INTERVAL_MS = 20;

/** False if the condition did not become true in time. */
export async function waitUntil(condition: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await sleep(INTERVAL_MS);
  }
  return true;
}
