import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GiveUp, waitUntil } from '@vigia/testing';
import { pasteInto, shellBlocks } from './pasted-page.js';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const installMs = 480_000;

/** Follows the README word by word in a fresh clone of what is committed: what it says to paste is pasted, what it promises is waited for. */
async function followReadme(folder: string): Promise<void> {
  const clone = join(folder, 'vigia');
  execFileSync('git', ['clone', '--quiet', repository, clone]);
  // A home without settings of anybody; only what npm has downloaded before is used again.
  process.env.npm_config_cache ??= execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
  process.env.HOME = join(folder, 'home');
  mkdirSync(process.env.HOME);

  const readme = readFileSync(join(clone, 'README.md'), 'utf8');
  const [start] = shellBlocks(readme, 'Start');
  const [load] = shellBlocks(readme, 'A first load');
  const [startForWebhooks, webhook] = shellBlocks(readme, 'A first webhook');
  const [installAndStart] = start!.split('\n');
  const [signIn] = load!.split('\n\n');

  await whileRunning(clone, installAndStart!, () => pasteInto(clone, [load!]));
  await whileRunning(clone, startForWebhooks!, () => pasteInto(clone, [signIn!, webhook!]));
}

async function whileRunning(clone: string, line: string, follow: () => Promise<void>): Promise<void> {
  process.stdout.write(`$ ${line.trim()}\n`);
  const terminal = spawn('bash', ['-c', line], { cwd: clone, detached: true });
  let output = '';
  for (const stream of [terminal.stdout, terminal.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    const isRunning = () => output.includes('Vigía is running') || (hasEnded(terminal) && Promise.reject(new GiveUp(output)));
    await waitUntil(isRunning, { timeoutMs: installMs, what: 'the product runs' });
    const complaints = output.split('\n').filter((printed) => /\bwarn\b|EBADENGINE|deprecated/i.test(printed));
    if (complaints.length > 0) throw new Error(`a newcomer sees warnings:\n${complaints.join('\n')}`);
    await follow();
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

const folder = mkdtempSync(join(tmpdir(), 'vigia-readme-'));
// The database may run as another user.
chmodSync(folder, 0o755);
try {
  await followReadme(folder);
  process.stdout.write('The README is true: every block was pasted, and every answer came.\n');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
