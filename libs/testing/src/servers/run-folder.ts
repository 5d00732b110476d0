import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server that is ending may write into a folder while it is being removed. Then the folder is not empty, and is removed again. */
const removal = 'read -r _; for attempt in 1 2 3 4 5 6 7 8 9 10; do rm -rf "$1" && exit; sleep 1; done';

/**
 * A folder for the files of a test run. It is removed however this process ends, also by Ctrl-C or when the servers do not start: it may be
 * in memory, and holds some 200 MB. A small shell waits on a pipe whose other end the kernel closes with this process.
 */
export function makeRunFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-test-'));
  // The server may run as another user, and mkdtemp closes the folder to others.
  chmodSync(folder, 0o711);
  const shell = spawn('/bin/sh', ['-c', removal, 'vigia-guard', folder], { detached: true, cwd: '/', stdio: ['pipe', 'ignore', 'ignore'] });
  shell.unref();
  (shell.stdin as Socket).unref();
  return folder;
}
