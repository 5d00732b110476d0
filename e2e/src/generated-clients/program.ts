import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** For Java programs that run for seconds: the better compiler and the parallel collector cost more than they save. */
export const shortLived = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

const limits = { timeout: 1_800_000, maxBuffer: 64 * 1024 * 1024 };

/** Runs a program to its end and returns its output; a failure includes the program's output. */
export async function done(folder: string, [program = '', ...given]: string[], env: Record<string, string> = {}): Promise<string> {
  try {
    return (await run(program, given, { cwd: folder, env: { ...process.env, ...env }, ...limits })).stdout;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${program} failed: ${(stderr + stdout).slice(-4_000) || message}`, { cause: error });
  }
}

export async function isThere([program, ...given]: string[]): Promise<boolean> {
  return run(program!, given, { timeout: 300_000 }).then(
    () => true,
    () => false,
  );
}
