import { VigiaError, type DatasetStatus } from '@vigia/contracts';
import { isDatabaseAway, isLockTimeout, sql, type Database, type DatasetRow } from '@vigia/database';
import { growsOldFrom } from '../importing/freshness.js';
import { expectedEveryHours } from '../schedule/cadence.js';
import { missingWeeks } from '../schedule/missing-weeks.js';
import { datasetOf, datasets, lacksLicence } from '../datasets/datasets.js';
import { shownVersion, versionColumns, type ReadVersion } from './version-rows.js';

type Read = Pick<DatasetRow, 'name' | 'pauseReason' | 'pausedAt' | 'dueAt' | 'freshAt'> & { parts: number; growsOldFrom: Date | null };

/** What is known about each data set: its description in the code, and the rows of its versions. */
export async function statuses(database: Database, licences: readonly string[], only?: string): Promise<DatasetStatus[]> {
  const [rows, newest, latest, missing] = await Promise.all([
    database.rows<Read>(
      sql`SELECT name, pause_reason, paused_at, due_at, fresh_at, ${growsOldFrom} AS grows_old_from,
            (SELECT count(*)::int FROM registry.current WHERE dataset = name) AS parts
          FROM registry.dataset`,
    ),
    database.rows<ReadVersion>(
      sql`SELECT DISTINCT ON (current.dataset) ${versionColumns} FROM registry.current JOIN registry.version ON version.id = current.version
          ORDER BY current.dataset, current.part DESC`,
    ),
    database.rows<ReadVersion>(
      sql`SELECT ${versionColumns} FROM registry.dataset CROSS JOIN LATERAL (
            SELECT * FROM registry.version WHERE version.dataset = dataset.name ORDER BY id DESC LIMIT 1) AS version`,
    ),
    missingWeeks(database),
  ]);
  const inForce = new Map(newest.map((version) => [version.dataset, shownVersion(version)]));
  const asked = new Map(latest.map((version) => [version.dataset, shownVersion(version)]));
  const byName = new Map(rows.map((row) => [row.name, row]));
  const weeksMissing = new Map(missing.map(({ dataset, week, leavesOn }) => [dataset, { week, leavesOn }]));
  return datasets
    .filter(({ name }) => only === undefined || name === only)
    .map((dataset) => {
      const { name, kind, title, publisher, licence, address, cadence } = dataset;
      const row = byName.get(name);
      const hours = expectedEveryHours(dataset);
      const oldFrom = row?.growsOldFrom ?? null;
      return {
        dataset: name,
        kind,
        title,
        publisher,
        licence,
        licenceMissing: lacksLicence(dataset, licences),
        address,
        cadence,
        pause: row?.pausedAt ? { reason: row.pauseReason ?? '', since: row.pausedAt.toISOString() } : null,
        dueAt: row?.dueAt?.toISOString() ?? null,
        freshAt: row?.freshAt?.toISOString() ?? null,
        isLate: hours !== null && oldFrom !== null && Date.now() - oldFrom.getTime() > 2 * hours * 3_600_000,
        missingWeek: weeksMissing.get(name) ?? null,
        parts: row?.parts ?? 0,
        current: inForce.get(name) ?? null,
        latest: asked.get(name) ?? null,
      };
    });
}

/** Data sets in force that only an earlier release had. Nobody can import them, but lists among them are still screened against. */
export async function leftOver(database: Database): Promise<string[]> {
  const rows = await database.rows<{ dataset: string }>(
    sql`SELECT DISTINCT dataset FROM registry.current WHERE NOT dataset = ANY($1) ORDER BY dataset`,
    [datasets.map(({ name }) => name)],
  );
  return rows.map(({ dataset }) => dataset);
}

export function knownDataset(name: string) {
  const dataset = datasetOf(name);
  if (!dataset) throw VigiaError.of('not_found');
  return dataset;
}

/**
 * At a start everything connects at once, and a busy server may need longer for one of the connections than it waits. An import of another
 * replica that is about to end holds the row of its data set.
 */
const mostTries = 4;

/** Writes one row for each data set, as the code describes it, so that others can read the description from the database. */
export async function describeDatasets(database: Database): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await writeDescriptions(database);
    } catch (error) {
      if (tries === mostTries || !(isDatabaseAway(error) || isLockTimeout(error))) throw error;
    }
  }
}

async function writeDescriptions(database: Database): Promise<void> {
  const described = datasets.map(({ name, kind, title, publisher, licence, address, cadence }) => {
    return { name, kind, title, publisher, licence, address, cadence };
  });
  await database.rows(
    sql`INSERT INTO registry.dataset (name, kind, title, publisher, licence, address, cadence)
        SELECT name, kind, title, publisher, licence, address, cadence FROM jsonb_to_recordset($1::jsonb)
          AS given (name text, kind text, title text, publisher text, licence text, address text, cadence text)
        ON CONFLICT (name) DO UPDATE SET kind = excluded.kind, title = excluded.title, publisher = excluded.publisher,
          licence = excluded.licence, address = excluded.address, cadence = excluded.cadence`,
    [JSON.stringify(described)],
  );
}
