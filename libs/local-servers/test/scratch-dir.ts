import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Open to other users, because PostgreSQL does not run as root. Its name has a space and letters outside ASCII. */
export function makeScratchDir(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'vigía servers '));
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
