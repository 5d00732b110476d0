import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PlainError } from '@vigia/contracts';
import { sql, type Session } from '@vigia/database';
import { download } from '@vigia/outbound-http';
import type { Accepted } from './acceptance.js';
import type { Standing } from './freshness.js';
import { wasRetired } from './retire.js';
import { fetchedSource, forget, waits, type Fetching, type Source } from './sources.js';

const mostPageBytes = 4 * 1024 ** 2;

/** The last result for an address. */
interface Tried {
  version: number;
  address: string;
  etag: string | null;
  lastModified: string | null;
  sha256: string;
}

interface Listing extends Omit<Fetching, 'known'> {
  session: Session;
  /** A file that never ends leaves time for the others. */
  fileDeadlineMs: number;
  /** This import. It counts as the latest version from the file that it takes. */
  version: number;
  /** An operator accepts what was refused or withdrawn. */
  accepts: boolean;
}

interface Listed {
  /** Undefined if none of the files is new. */
  source?: Source;
  standing: Standing;
  /** The version from this file that an operator accepts. */
  acceptance?: Accepted;
}

/**
 * The file that an operator accepts. Without one, the first file of the page that is new or has changed: files that were never tried come
 * first, in the order of the page, then the others, the one that was tried longest ago first. An unavailable file fails the import only if no
 * other file is left, and so does one that does not come in time. Nothing stands for a file that this import does not ask for: its publisher
 * may have replaced it.
 */
export async function listedSource(listing: Listing): Promise<Listed> {
  const tried = await triedOf(listing);
  const addresses = await addressesOn(listing);
  const found = new Map<string, number>();
  const standing = () => addresses.map((address) => found.get(address) ?? null);
  const accepted = listing.accepts ? await acceptedOf(listing, addresses) : undefined;
  if (accepted !== undefined) {
    const source = await fetchedSource({ ...listing, address: accepted.address });
    found.set(accepted.address, listing.version);
    return { source, standing: standing(), acceptance: accepted };
  }
  const failures: unknown[] = [];
  const triedIn = (address: string) => tried.get(address)?.version ?? 0;
  for (const address of addresses.toSorted((one, other) => triedIn(one) - triedIn(other))) {
    const late = AbortSignal.timeout(listing.fileDeadlineMs);
    try {
      const signal = AbortSignal.any([listing.signal, late]);
      const source = await changedSource({ ...listing, address, signal }, tried.get(address));
      found.set(address, source ? listing.version : triedIn(address));
      if (source) return { source, standing: standing() };
    } catch (error) {
      listing.signal.throwIfAborted();
      failures.push(late.aborted ? new PlainError(`${address} has not come in ${listing.fileDeadlineMs / 1_000} seconds`) : error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return { standing: standing() };
}

/** Undefined if the file is the same as before. */
async function changedSource(fetching: Fetching, before: Tried | undefined): Promise<Source | undefined> {
  const { etag, lastModified } = before ?? {};
  const known = { ...(etag && { etag }), ...(lastModified && { lastModified }) };
  const source = await fetchedSource({ ...fetching, known });
  if (source?.sha256 !== before?.sha256) return source;
  if (source) await forget(source.paths);
  return undefined;
}

async function addressesOn({ dataset, folder, address = dataset.address!, headers, signal, onBytes }: Listing): Promise<string[]> {
  const path = join(folder, 'page');
  try {
    const limits = { hosts: dataset.hosts ?? [], ...waits, mostBytes: mostPageBytes, signal, onBytes };
    await download({ url: address, path, ...limits, ...(headers && { headers }) });
    const addresses = dataset.filesOn!(await readFile(path, 'latin1'), address);
    if (addresses.length === 0) throw new PlainError(`no file of ${dataset.name} is named on its page`);
    return addresses;
  } finally {
    await forget([path]);
  }
}

/** Data that a rollback withdrew must come back once downloads are resumed, as it does for data sets without a page. */
async function triedOf({ session, dataset }: Listing): Promise<Map<string, Tried>> {
  const rows = await session.rows<Tried>(
    sql`SELECT DISTINCT ON (address) id AS version, address, etag, last_modified, sha256 FROM registry.version
        WHERE dataset = $1 AND parser = $2 AND address IS NOT NULL AND sha256 IS NOT NULL AND NOT dry_run AND ended_at IS NOT NULL
          AND state <> 'failed' AND NOT ${wasRetired}
          AND NOT ((SELECT paused_at IS NULL FROM registry.dataset WHERE name = $1)
            AND id IN (SELECT from_version FROM registry.switch WHERE switch.dataset = $1 AND is_rollback))
        ORDER BY address, id DESC`,
    [dataset.name, dataset.parser],
  );
  return new Map(rows.map((row) => [row.address, row]));
}

/**
 * The file that an acceptance is for: of those whose last result is a refusal, the one that was refused last; if there is none, the one
 * whose version was withdrawn. Nobody can have looked at a file that was never tried. A dry run counts as a look at the file that it refuses.
 */
async function acceptedOf({ session, dataset }: Listing, addresses: string[]): Promise<(Accepted & { address: string }) | undefined> {
  const [accepted] = await session.rows<Accepted & { address: string }>(
    sql`SELECT address, sha256, content_hash FROM (
          SELECT DISTINCT ON (address) id, address, sha256, content_hash, state = 'refused' AS is_refused FROM registry.version
          WHERE dataset = $1 AND parser = $2 AND address = ANY($3) AND ended_at IS NOT NULL AND state <> 'failed'
            AND (state = 'refused' OR NOT dry_run)
          ORDER BY address, id DESC) AS latest
        WHERE is_refused OR id IN (SELECT from_version FROM registry.switch WHERE switch.dataset = $1 AND is_rollback)
        ORDER BY is_refused DESC, id DESC LIMIT 1`,
    [dataset.name, dataset.parser, addresses],
  );
  return accepted;
}
