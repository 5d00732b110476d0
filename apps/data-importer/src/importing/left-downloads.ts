import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@vigia/observability';

/** A partial file, and the tag of its publication, without which the download cannot be resumed. */
const isHalf = (name: string) => name.endsWith('.part') || name.endsWith('.part.tag');

/**
 * Removes the downloads of a process that ended after its commit. Partial files are kept: the next import resumes them. The caller holds
 * the lock of imports, so nobody reads any of it.
 */
export async function removeLeftDownloads(dataDir: string, logger: Logger): Promise<void> {
  const folder = join(dataDir, 'downloads');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (entry.isDirectory() || isHalf(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    try {
      await rm(path, { force: true });
    } catch (error) {
      // Imports must not wait for a file that cannot be removed.
      logger.warn({ err: error, path }, 'a file of an ended download could not be removed');
    }
  }
}
