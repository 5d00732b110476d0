import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PlainError } from '@vigia/contracts';
import { sql, type Session } from '@vigia/database';
import { download } from '@vigia/outbound-http';
import { fetchedSource, forget, stallMs, type Fetching, type Source } from './sources.js';

const mostPageBytes = 4 * 1024 ** 2;

/** What came from an address the last time. */
interface Tried {
  address: string;
  etag: string | null;
  lastModified: string | null;
  sha256: string;
}

interface Listing extends Omit<Fetching, 'known'> {
  session: Session;
  /** An operator wants what was refused. */
  accepts: boolean;
}

/**
 * The first file of the page that was not taken yet, or is another one by now; undefined where there is none. Those that were never tried
 * come first, in the order of the page. A file that cannot be had fails the import only where no other is left to be taken.
 */
export async function listedSource(listing: Listing): Promise<Source | undefined> {
  const tried = await triedOf(listing);
  const addresses = await addressesOn(listing);
  const untried = addresses.filter((address) => !tried.has(address));
  const failures: unknown[] = [];
  for (const address of [...untried, ...addresses.filter((one) => tried.has(one))]) {
    try {
      const source = await changedSource({ ...listing, address }, tried.get(address));
      if (source) return source;
    } catch (error) {
      listing.signal.throwIfAborted();
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return undefined;
}

/** Undefined where the file is the one that came before. */
async function changedSource(fetching: Fetching, before: Tried | undefined): Promise<Source | undefined> {
  const { etag, lastModified } = before ?? {};
  const known = { ...(etag && { etag }), ...(lastModified && { lastModified }) };
  const source = await fetchedSource({ ...fetching, known });
  if (source?.sha256 !== before?.sha256) return source;
  if (source) await forget(source.paths);
  return undefined;
}

async function addressesOn({ dataset, folder, address = dataset.address!, signal, onBytes }: Listing): Promise<string[]> {
  const path = join(folder, 'page');
  try {
    await download({ url: address, path, hosts: dataset.hosts ?? [], stallMs, mostBytes: mostPageBytes, signal, onBytes });
    const addresses = dataset.filesOn!(await readFile(path, 'latin1'), address);
    if (addresses.length === 0) throw new PlainError(`no file of ${dataset.name} is named on its page`);
    return addresses;
  } finally {
    await forget([path]);
  }
}

async function triedOf({ session, dataset, accepts }: Listing): Promise<Map<string, Tried>> {
  const rows = await session.rows<Tried>(
    sql`SELECT DISTINCT ON (address) address, etag, last_modified, sha256 FROM registry.version
        WHERE dataset = $1 AND parser = $2 AND address IS NOT NULL AND sha256 IS NOT NULL AND NOT dry_run AND ended_at IS NOT NULL
          AND state <> 'failed' AND NOT (state = 'refused' AND $3) ORDER BY address, id DESC`,
    [dataset.name, dataset.parser, accepts],
  );
  return new Map(rows.map((row) => [row.address, row]));
}
