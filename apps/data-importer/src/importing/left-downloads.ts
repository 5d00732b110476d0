import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Half a file, and the tag of the publication that it is half of: without the tag nothing goes on with it. */
const isHalf = (name: string) => name.endsWith('.part') || name.endsWith('.part.tag');

/**
 * Removes what a process had downloaded that ended after its commit. Half a file is kept: the next import goes on with it. Who calls this
 * holds the lock of imports, so nobody reads any of it.
 */
export async function removeLeftDownloads(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'downloads');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isDirectory() && !isHalf(entry.name)) await rm(join(entry.parentPath, entry.name), { force: true });
  }
}
