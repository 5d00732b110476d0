import { sql, type Database, type Session, type VersionRow } from '@vigia/database';
import type { Dataset } from '../datasets/dataset.js';
import type { Manifest } from './domain/manifest.js';

export type Asked = Pick<VersionRow, 'id' | 'dataset' | 'requestedBy' | 'files' | 'givenDay' | 'dryRun' | 'acceptReason' | 'attempts'> & {
  manifest: Manifest | null;
};

/** Who asks for downloads by their cadence. */
export const bySchedule = 'schedule';

/** Of a row that waits and of one that is asked for: what was said for a look is not so for what comes into force. */
const joined = (column: string, ofTwoAlike: string) =>
  sql`${column} = CASE WHEN excluded.dry_run = version.dry_run THEN ${ofTwoAlike} WHEN version.dry_run THEN excluded.${column} ELSE version.${column} END`;

/** A download that waits already is the one that is asked for: put in force if one of them wants it, and with the reason of who gave one. */
export const joinWaiting = sql`
  ON CONFLICT (dataset) WHERE state = 'waiting' AND files IS NULL DO UPDATE SET
    ${joined('given_day', 'coalesce(excluded.given_day, version.given_day)')},
    ${joined('accept_reason', 'coalesce(excluded.accept_reason, version.accept_reason)')},
    ${joined('requested_by', 'CASE WHEN excluded.accept_reason IS NULL THEN version.requested_by ELSE excluded.requested_by END')},
    dry_run = version.dry_run AND excluded.dry_run`;

export type Scope = 'companies' | 'known' | 'all';

/** One import, and what it works with. */
export interface Work {
  version: Asked;
  dataset: Dataset;
  /** For rows that others are to see while the import goes on. */
  database: Database;
  /** Everything that becomes rows of the version happens in its one transaction. */
  session: Session;
  scope: Scope;
  signal: AbortSignal;
  /** The folder for downloads. */
  dataDir: string;
  /** Where data sets are fetched from instead of where they are published. */
  addresses: Readonly<Record<string, string>>;
  /** What downloads of a data set say to its publisher. */
  headers: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
