import { sql } from '@vigia/database';
import type { Brought } from './bring-source.js';
import type { Problem } from './domain/problems.js';
import { noteFresh } from './freshness.js';
import { scopeOf } from './persons.js';
import type { Source } from './sources.js';
import type { Work } from './work.js';

/** Where the data comes from. A reason to accept another file is no reason to accept this one. */
export async function recordSource({ database, version, dataset, scope }: Work, source: Source, accepts: boolean): Promise<void> {
  await database.rows(
    sql`UPDATE registry.version SET state = 'importing', address = $2, etag = $3, last_modified = $4, sha256 = $5, bytes = $6, parser = $7,
          scope = $8, accept_reason = CASE WHEN $9 THEN accept_reason END WHERE id = $1`,
    [
      version.id,
      source.address ?? null,
      source.etag ?? null,
      source.lastModified ?? null,
      source.sha256,
      source.bytes,
      dataset.parser,
      scopeOf(dataset.kind, scope),
      accepts,
    ],
  );
}

export interface Published {
  publishedOn: string;
  publishedBy: 'file' | 'operator' | 'server' | 'import';
}

interface Measures extends Published {
  added: number;
  removed: number;
  changed: number;
  part: string;
  rows: number;
  content: string;
  previous: number | null;
  leftOut: string[];
}

/** What was found in it. */
export async function recordMeasures({ database, version, dataset }: Work, measures: Measures): Promise<void> {
  const { publishedOn, publishedBy, part, rows, content, previous, added, removed, changed, leftOut } = measures;
  await database.rows(
    sql`UPDATE registry.version SET published_on = $2, published_by = $3, part = $4, rows = $5, content_hash = $6, previous = $7, added = $8,
          removed = $9, changed = $10, left_out = $11, label = $12 || ' ' || $2::date || ' ' || left(sha256, 8) WHERE id = $1`,
    [version.id, publishedOn, publishedBy, part, rows, content, previous, added, removed, changed, JSON.stringify(leftOut), dataset.name],
  );
}

export async function refuse({ database, version }: Work, problems: Problem[], accepts: boolean): Promise<'refused'> {
  await database.rows(
    sql`UPDATE registry.version SET state = 'refused', problems = $2, accept_reason = CASE WHEN $3 THEN accept_reason END WHERE id = $1`,
    [version.id, JSON.stringify(problems), accepts],
  );
  return 'refused';
}

/** `inForce` is the version that the published data was found to be. */
type Unchanged = Brought & { published?: Published; inForce?: number; problems?: Problem[] };

/**
 * The data in force is the published data: only its day changes, and what the publisher calls it. Otherwise a server that has written the
 * same data again would be asked by the old name, and send everything, until the data changes. For the same reason it counts as read by this
 * parser. Each of a page's files keeps its own.
 * Its new columns change too: who has accepted them need not accept them again in the next file. The day of an import replaces no day of
 * publication, because it does not tell an older file from a newer one. A dry run of given files says nothing about the published data.
 */
export async function endUnchanged({ database, version, dataset }: Work, unchanged: Unchanged): Promise<'unchanged'> {
  const { standing, source, published, inForce: same, problems } = unchanged;
  await database.transaction(async (tx) => {
    // Locks the row of the data set before those of its versions, as a rollback does.
    if (!version.dryRun || version.files === null) await noteFresh(tx, dataset.name, standing);
    tx.send(sql`UPDATE registry.version SET state = 'unchanged' WHERE id = $1`, [version.id]);
    if (published)
      tx.send(
        sql`UPDATE registry.version SET published_on = $2, published_by = $3, label = dataset || ' ' || $2::date || ' ' || left(sha256, 8)
            WHERE id = $1 AND (published_by = 'import' OR published_on < $2 AND $3 <> 'import')`,
        [same, published.publishedOn, published.publishedBy],
      );
    if (problems)
      tx.send(
        sql`UPDATE registry.version SET problems = $2::jsonb || coalesce((SELECT jsonb_agg(problem) FROM jsonb_array_elements(problems) AS problem
              WHERE problem->>'code' <> 'header'), '[]') WHERE id = $1`,
        [same, JSON.stringify(problems.filter(({ code }) => code === 'header'))],
      );
    if (source?.address && !dataset.filesOn)
      tx.send(sql`UPDATE registry.version SET etag = $2, last_modified = $3, parser = $4 WHERE id = $1`, [
        same,
        source.etag ?? null,
        source.lastModified ?? null,
        dataset.parser,
      ]);
  });
  return 'unchanged';
}
