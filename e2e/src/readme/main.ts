import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whileRunning } from '../terminal/while-running.js';
import { pasteInto, shellBlocks } from './pasted-page.js';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Follows the README word by word in a fresh clone of the committed state: pastes what it says to paste, and waits for what it promises.
 */
async function followReadme(folder: string): Promise<void> {
  const clone = join(folder, 'vigia');
  execFileSync('git', ['clone', '--quiet', repository, clone]);
  // A home without anybody's settings; only npm's earlier downloads are reused.
  process.env.npm_config_cache ??= execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
  process.env.HOME = join(folder, 'home');
  mkdirSync(process.env.HOME);

  const readme = readFileSync(join(clone, 'README.md'), 'utf8');
  const [start] = shellBlocks(readme, 'Start');
  const [load] = shellBlocks(readme, 'A first load');
  const [startForWebhooks, webhook] = shellBlocks(readme, 'A first webhook');
  const [installAndStart] = start!.split('\n');
  const [signIn] = load!.split('\n\n');

  await follow(clone, installAndStart!, () => pasteInto(clone, [load!]));
  await follow(clone, startForWebhooks!, () => pasteInto(clone, [signIn!, webhook!]));
}

async function follow(clone: string, line: string, work: () => Promise<void>): Promise<void> {
  process.stdout.write(`$ ${line.trim()}\n`);
  await whileRunning(clone, line, async (printed) => {
    const complaints = printed.split('\n').filter((one) => /\bwarn\b|EBADENGINE|deprecated/i.test(one));
    if (complaints.length > 0) throw new Error(`a newcomer sees warnings:\n${complaints.join('\n')}`);
    await work();
  });
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
