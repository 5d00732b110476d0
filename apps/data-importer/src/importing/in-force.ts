import { sql, type Session } from '@vigia/database';
import type { Problem } from './domain/problems.js';

export interface InForce {
  version: number;
  rows: number;
  lines: number;
  publishedOn: string | null;
  isDayOfImport: boolean;
  sha256: string | null;
  parser: number | null;
  scope: string | null;
  contentHash: string | null;
  etag: string | null;
  lastModified: string | null;
  problems: Problem[];
}

/** The version in force now; if several weeks or months are in force side by side, the version of this one. */
export async function inForce(session: Session, dataset: string, part: string): Promise<InForce | undefined> {
  const [current] = await session.rows<InForce>(
    sql`SELECT version.id AS version, rows, lines, published_on, published_by IS NOT DISTINCT FROM 'import' AS is_day_of_import, sha256, parser, scope, content_hash, etag, last_modified, coalesce(problems, '[]') AS problems
        FROM registry.current JOIN registry.version ON version.id = current.version WHERE current.dataset = $1 AND current.part = $2`,
    [dataset, part],
  );
  return current;
}

/** The newest of the other weeks or months in force that have begun. */
export async function newestBeside(session: Session, dataset: string, part: string): Promise<{ part: string; rows: number } | undefined> {
  const [newest] = await session.rows<{ part: string; rows: number }>(
    sql`SELECT current.part, rows FROM registry.current JOIN registry.version ON version.id = current.version
        WHERE current.dataset = $1 AND current.part <> $2 AND current.part <= public.lima_today()::text ORDER BY current.part DESC LIMIT 1`,
    [dataset, part],
  );
  return newest;
}
