import { Controller } from '@nestjs/common';
import { VigiaError, type DatasetChange, type DatasetKind, type PayloadOf, type ReplyOf } from '@vigia/contracts';
import { Database, sql, type ChangeRow, type RejectRow, type VersionRow } from '@vigia/database';
import { Handles } from '@vigia/messaging';
import { changesBetween, isCompared } from '../rows/changes.js';
import { knownDataset } from './dataset-rows.js';
import { readVersion, shownVersion, versionColumns, type ReadVersion } from './version-rows.js';

type Change = Pick<ChangeRow, 'key'> & {
  change: DatasetChange['change'];
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};
type Reject = Pick<RejectRow, 'line' | 'reason' | 'text'> & { id: number };

type Compared = Pick<VersionRow, 'id' | 'dataset'> & { kind: DatasetKind; isKept: boolean };

@Controller()
export class VersionsController {
  constructor(private readonly database: Database) {}

  @Handles('datasets.versions')
  async versions({ dataset, before, limit }: PayloadOf<'datasets.versions'>): Promise<ReplyOf<'datasets.versions'>> {
    knownDataset(dataset);
    const found = await this.database.rows<ReadVersion>(
      sql`SELECT ${versionColumns} FROM registry.version WHERE dataset = $1 AND ($2::int IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
      [dataset, before ?? null, limit + 1],
    );
    return { versions: found.slice(0, limit).map(shownVersion), more: found.length > limit };
  }

  @Handles('datasets.version')
  async version({ version }: PayloadOf<'datasets.version'>): Promise<ReplyOf<'datasets.version'>> {
    const found = await readVersion(this.database, version);
    if (!found) throw VigiaError.of('not_found');
    return { version: found };
  }

  /** So that an unknown number is not taken for a version that changed nothing. */
  private async knownVersion(version: number): Promise<void> {
    const found = await this.database.rows(sql`SELECT FROM registry.version WHERE id = $1`, [version]);
    if (found.length === 0) throw VigiaError.of('not_found');
  }

  @Handles('datasets.changes')
  async changes({ version, after = '', limit }: PayloadOf<'datasets.changes'>): Promise<ReplyOf<'datasets.changes'>> {
    await this.knownVersion(version);
    const changes = await this.database.rows<Change>(
      sql`SELECT key, change, before, after FROM registry.change WHERE version = $1 AND key > $2 ORDER BY key LIMIT $3`,
      [version, after, limit + 1],
    );
    return { changes: changes.slice(0, limit), more: changes.length > limit };
  }

  /** Versions whose rows were deleted, or never existed, cannot be compared. */
  @Handles('datasets.difference')
  async difference({ version, against, after = '', limit }: PayloadOf<'datasets.difference'>): Promise<ReplyOf<'datasets.difference'>> {
    const versions = await this.database.rows<Compared>(
      sql`SELECT id, kind, dataset, state IN ('current', 'superseded') AS is_kept FROM registry.version
            JOIN registry.dataset ON dataset.name = version.dataset WHERE id IN ($1, $2)`,
      [version, against],
    );
    const [one, other = one] = versions;
    if (!one || !other || (versions.length < 2 && version !== against)) throw VigiaError.of('not_found');
    if (one.dataset !== other.dataset)
      throw VigiaError.of('conflict', { detail: `${one.dataset} cannot be compared with ${other.dataset}` });
    if (!isCompared(one.kind)) throw VigiaError.of('conflict', { detail: `of ${one.dataset} only the counts of each version are known` });
    const gone = versions.filter(({ isKept }) => !isKept).map(({ id }) => id);
    if (gone.length > 0) throw VigiaError.of('conflict', { detail: `the rows of version ${gone.join(' and ')} are not kept` });
    const asked = { from: against, to: version, after, limit: limit + 1 };
    const { changes, ...counts } = await changesBetween(this.database, one.kind, asked);
    return { ...counts, changes: changes.slice(0, limit), more: changes.length > limit };
  }

  @Handles('datasets.rejects')
  async rejects({ version, reason, after = 0, limit }: PayloadOf<'datasets.rejects'>): Promise<ReplyOf<'datasets.rejects'>> {
    await this.knownVersion(version);
    const rejects = await this.database.rows<Reject>(
      sql`SELECT id::float8 AS id, line, reason, text FROM registry.reject
          WHERE version = $1 AND id > $2 AND ($3::text IS NULL OR reason = $3) ORDER BY id LIMIT $4`,
      [version, after, reason ?? null, limit + 1],
    );
    return { rejects: rejects.slice(0, limit), more: rejects.length > limit };
  }
}
