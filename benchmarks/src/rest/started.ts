import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const lookEveryMs = 20;
const startTimeoutMs = 180_000;

export interface Started {
  /** The pid of npm, whose children are the product and its servers. */
  pid: number;
  /** From the command to the first answer. */
  startMs: number;
  databaseUrl: string;
  stop(): Promise<void>;
}

/** `npm start` as a person types it. */
export async function npmStart(home: string, port: number, environment: Record<string, string>): Promise<Started> {
  const startedAt = performance.now();
  const child = spawn('npm', ['start'], {
    // A separate process group: Ctrl-C reaches everything that was started.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, VIGIA_HOME: home, VIGIA_PORT: String(port), ...environment },
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (text: Buffer) => (said += text.toString()));
  const ended = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGINT');
    await ended;
  };
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() - startedAt > startTimeoutMs) {
      await stop();
      throw new Error(`npm start did not answer:\n${said}`);
    }
    await setTimeout(lookEveryMs);
  }
  const startMs = performance.now() - startedAt;
  // The demonstration is completed after the first answer, and stopping before that would be another test.
  while (!said.includes('Vigía is running')) await setTimeout(lookEveryMs);
  const { databaseUrl } = JSON.parse(await readFile(join(home, 'connection.json'), 'utf8')) as { databaseUrl: string };
  return { pid: child.pid!, startMs, databaseUrl, stop };
}

async function answers(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
  return response?.ok ?? false;
}
