import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { sql, type Database } from '@vigia/database';
import type { Logger } from '@vigia/observability';

const reportEnd = '.report.json';
/** As long as the rejected lines of an import that never came into force: a file may name persons too. */
const keptMs = 30 * 24 * 3_600_000;

/**
 * Removes files of the inbox, and their manifests, some time after they were handled: the report was written just before the file was moved
 * beside it. The file of a version whose rows are kept stays with them: a newer importer may have to read it again. Reports stay: they name no
 * line, and say no more than the row of the version, which is never deleted.
 */
export async function removeHandledFiles(database: Database, dataDir: string, logger: Logger): Promise<void> {
  const read = await database.rows<{ dataset: string; path: string }>(
    sql`SELECT dataset, path FROM registry.version, jsonb_array_elements_text(files) AS path WHERE state IN ('current', 'superseded')`,
  );
  const kept = new Set(read.map(({ dataset, path }) => join(dataset, 'done', basename(path))));
  const inbox = join(dataDir, 'inbox');
  const datasets: string[] = await readdir(inbox).catch(() => []);
  for (const folder of datasets.flatMap((dataset) => ['done', 'refused'].map((to) => join(dataset, to)))) {
    const names: string[] = await readdir(join(inbox, folder)).catch(() => []);
    for (const report of names.filter((name) => name.endsWith(reportEnd))) {
      const name = report.slice(0, -reportEnd.length);
      if (!names.includes(name) || kept.has(join(folder, name))) continue;
      const path = join(inbox, folder, name);
      try {
        if (Date.now() - (await stat(join(inbox, folder, report))).mtimeMs < keptMs) continue;
        await rm(`${path}.manifest.json`, { force: true });
        await rm(path, { recursive: true, force: true });
      } catch (error) {
        // Imports must not wait for a file that cannot be removed.
        logger.warn({ err: error, path }, 'a handled file of the inbox could not be removed');
      }
    }
  }
}
