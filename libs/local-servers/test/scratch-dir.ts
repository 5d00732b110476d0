import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Open to other users, since PostgreSQL does not run as root; with a space and letters beyond ASCII in its name. */
export function makeScratchDir(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'vigía servers '));
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
