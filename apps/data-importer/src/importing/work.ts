import { sql, type Database, type Session, type VersionRow } from '@vigia/database';
import type { Dataset } from '../datasets/dataset.js';
import type { Manifest } from './domain/manifest.js';

export type Asked = Pick<VersionRow, 'id' | 'dataset' | 'requestedBy' | 'files' | 'givenDay' | 'dryRun' | 'acceptReason' | 'attempts'> & {
  manifest: Manifest | null;
};

/** Who asks for downloads by their cadence. */
export const bySchedule = 'schedule';

/** A dry run that waits becomes the download that is wanted. What was accepted or said for a look is not so for what comes into force. */
export const insteadOfDryRun = sql`UPDATE SET dry_run = false, accept_reason = NULL, given_day = NULL, requested_by = excluded.requested_by
  WHERE version.dry_run`;

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
