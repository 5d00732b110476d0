import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@vigia/observability';

const reportEnd = '.report.json';
/** As long as the rejected lines of an import that never came into force: a file may name persons too. */
const keptMs = 30 * 24 * 3_600_000;

/**
 * Removes files of the inbox, and their manifests, some time after they were handled: the report was written just before the file was moved
 * beside it. Reports stay: they name no line, and say no more than the row of the version, which is never deleted.
 */
export async function removeHandledFiles(dataDir: string, logger: Logger): Promise<void> {
  const inbox = join(dataDir, 'inbox');
  const datasets: string[] = await readdir(inbox).catch(() => []);
  for (const folder of datasets.flatMap((dataset) => ['done', 'refused'].map((to) => join(inbox, dataset, to)))) {
    const names: string[] = await readdir(folder).catch(() => []);
    for (const report of names.filter((name) => name.endsWith(reportEnd))) {
      const name = report.slice(0, -reportEnd.length);
      if (!names.includes(name)) continue;
      const path = join(folder, name);
      try {
        if (Date.now() - (await stat(join(folder, report))).mtimeMs < keptMs) continue;
        await rm(`${path}.manifest.json`, { force: true });
        await rm(path, { recursive: true, force: true });
      } catch (error) {
        // Imports must not wait for a file that cannot be removed.
        logger.warn({ err: error, path }, 'a handled file of the inbox could not be removed');
      }
    }
  }
}
