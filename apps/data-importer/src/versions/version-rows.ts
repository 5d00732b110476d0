import type { DatasetVersion } from '@vigia/contracts';
import { sql, type Database, type VersionRow } from '@vigia/database';
import { type Problem, shownProblems } from '../importing/domain/problems.js';

export type ReadVersion = Omit<
  VersionRow,
  'bytes' | 'bytesRead' | 'etag' | 'lastModified' | 'parser' | 'contentHash' | 'attempts' | 'files' | 'givenDay' | 'manifest' | 'clearedAt'
> & {
  bytes: number | null;
  bytesRead: number;
};

/** The columns of a version that are shown. */
export const versionColumns = sql`version.id, version.dataset, version.part, version.state, version.requested_at, version.requested_by,
  version.dry_run, version.accept_reason, version.started_at, version.ended_at, version.switched_at, version.step, version.address,
  version.published_on, version.published_by, version.label, version.sha256, version.bytes::float8 AS bytes,
  version.bytes_read::float8 AS bytes_read, version.scope, version.lines, version.rows, version.rejected, version.rejected_by_reason,
  version.unknown, version.previous, version.added, version.removed, version.changed, version.problems, version.left_out, version.failure`;

export async function readVersion(database: Database, id: number): Promise<DatasetVersion | undefined> {
  const [version] = await database.rows<ReadVersion>(sql`SELECT ${versionColumns} FROM registry.version WHERE id = $1`, [id]);
  return version && shownVersion(version);
}

export function shownVersion(row: ReadVersion): DatasetVersion {
  const { id, part, address, requestedAt, startedAt, endedAt, switchedAt, problems, ...rest } = row;
  const instant = (at: Date | null) => at && at.toISOString();
  return {
    ...rest,
    version: id,
    part: part === '' ? null : part,
    // Its query may hold a key, and a row of an earlier release a password before the host.
    address: address && address.replace(/[?#].*/s, '').replace(/^(\w+:\/\/)[^/]*@/, '$1'),
    requestedAt: requestedAt.toISOString(),
    startedAt: instant(startedAt),
    endedAt: instant(endedAt),
    switchedAt: instant(switchedAt),
    problems: shownProblems(problems as Problem[]),
  } as DatasetVersion;
}
