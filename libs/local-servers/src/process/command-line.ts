import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The command line of a process, words separated by one space; empty when there is no such process or it has ended and waits to be reaped. */
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
