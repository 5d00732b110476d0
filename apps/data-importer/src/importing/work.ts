import { sql, type Database, type Session, type VersionRow } from '@vigia/database';
import type { Dataset } from '../datasets/dataset.js';
import type { Manifest } from './domain/manifest.js';

export type Asked = Pick<VersionRow, 'id' | 'dataset' | 'requestedBy' | 'files' | 'givenDay' | 'dryRun' | 'acceptReason' | 'attempts'> & {
  manifest: Manifest | null;
};

/** The requester of scheduled downloads. */
export const bySchedule = 'schedule';

/** Combines a waiting row with a new request: what was requested for a dry run does not apply to what comes into force. */
const joined = (column: string, ofTwoAlike: string) =>
  sql`${column} = CASE WHEN excluded.dry_run = version.dry_run THEN ${ofTwoAlike} WHEN version.dry_run THEN excluded.${column} ELSE version.${column} END`;

/**
 * A new request joins a download that already waits: it is put in force if one of them wants it, with the reason of the one that gives a
 * reason.
 */
export const joinWaiting = sql`
  ON CONFLICT (dataset) WHERE state = 'waiting' AND files IS NULL DO UPDATE SET
    ${joined('given_day', 'coalesce(excluded.given_day, version.given_day)')},
    ${joined('accept_reason', 'coalesce(excluded.accept_reason, version.accept_reason)')},
    ${joined('requested_by', 'CASE WHEN excluded.accept_reason IS NULL THEN version.requested_by ELSE excluded.requested_by END')},
    ${joined('requested_at', 'CASE WHEN excluded.accept_reason IS NULL THEN version.requested_at ELSE excluded.requested_at END')},
    dry_run = version.dry_run AND excluded.dry_run`;

export type Scope = 'companies' | 'known' | 'all';

/** One import, and what it works with. */
export interface Work {
  version: Asked;
  dataset: Dataset;
  /** For rows that others must see during the import. */
  database: Database;
  /** Everything that becomes rows of the version happens in its single transaction. */
  session: Session;
  scope: Scope;
  signal: AbortSignal;
  /** After that much time the import fails. */
  deadlineMs: number;
  /** The folder for downloads. */
  dataDir: string;
  /** Addresses from which data sets are fetched instead of their publisher's. */
  addresses: Readonly<Record<string, string>>;
  /** Headers of the downloads of each data set. */
  headers: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
