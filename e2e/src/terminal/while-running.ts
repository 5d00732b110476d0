import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { GiveUp, waitUntil } from '@vigia/testing';

const installMs = 480_000;

/** Starts the product by a shell command, as somebody does in a terminal, and ends it by Ctrl-C. `printed`: its output once it runs. */
export async function whileRunning(
  folder: string,
  line: string,
  work: (printed: string) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const terminal = spawn('bash', ['-c', line], { cwd: folder, detached: true, env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [terminal.stdout, terminal.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    const isRunning = () => output.includes('Vigía is running') || (hasEnded(terminal) && Promise.reject(new GiveUp(output)));
    await waitUntil(isRunning, { timeoutMs: installMs, what: 'the product runs' });
    await work(output);
  } finally {
    await pressCtrlC(terminal);
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

async function pressCtrlC(terminal: ChildProcess): Promise<void> {
  if (hasEnded(terminal)) return;
  const ended = once(terminal, 'close');
  process.kill(-terminal.pid!, 'SIGINT');
  await ended;
}
