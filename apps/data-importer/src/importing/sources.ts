import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { limaDay } from '@vigia/contracts';
import { download } from '@vigia/outbound-http';
import { UnreadableFile, type Dataset } from '../datasets/dataset.js';
import { filesAt } from '../reading/chosen-files.js';

export interface Source {
  paths: string[];
  sha256: string;
  bytes: number;
  /** What was at each path before its bytes were hashed. */
  states: string[];
  /** Set for a download. */
  address?: string;
  etag?: string;
  lastModified?: string;
  /** The day of `Last-Modified` in Lima. */
  serverDay?: string;
}

/** The given files, identified by content: the same bytes are the same source under any name. */
export async function givenSource(given: string[], signal: AbortSignal): Promise<Source> {
  const paths = await filesAt(given);
  const sums: string[] = [];
  const states: string[] = [];
  let bytes = 0;
  for (const path of paths) {
    states.push(await stateOf(path));
    sums.push(await sha256Of(path, signal));
    bytes += (await stat(path)).size;
  }
  const sha256 = sums.length === 1 ? sums[0]! : createHash('sha256').update(sums.toSorted().join('\n')).digest('hex');
  return { paths, sha256, bytes, states };
}

/** What has been read may be other bytes than those that were hashed. */
export async function refuseReplaced({ paths, states }: Pick<Source, 'paths' | 'states'>): Promise<void> {
  for (const [place, path] of paths.entries()) {
    if ((await stateOf(path)) !== states[place]) throw new UnreadableFile('replaced', `${basename(path)}: it was replaced in the meantime`);
  }
}

/** Without the number of the inode, which some network file systems give anew each time. */
async function stateOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found ? `${found.size} ${found.mtimeNs} ${found.ctimeNs}` : 'nothing';
}

/** The server of the EU makes its list anew for each request, which may take more than a minute. */
export const waits = { headersMs: 300_000, stallMs: 60_000 };
/** Many times the size of the largest published file, also unpacked. */
const mostOfAnyBytes = 8 * 1024 ** 3;
export const mostBytesOf = ({ mostBytes = mostOfAnyBytes }: Pick<Dataset, 'mostBytes'>): number => mostBytes;

export interface Fetching {
  dataset: Dataset;
  /** The folder of this data set. */
  folder: string;
  /** Replaces the publisher's address. With the name of the publisher's first file, it replaces those of the others too: they lie beside it. */
  address?: string;
  /** Headers that its publisher requires, such as a key. */
  headers?: Readonly<Record<string, string>>;
  known?: { etag?: string; lastModified?: string };
  signal: AbortSignal;
  onBytes: (received: number, total: number | undefined) => void;
}

/** The published data; undefined if it is already known. A broken download is resumed the next time. */
export async function fetchedSource(fetching: Fetching): Promise<Source | undefined> {
  const { dataset, folder, signal } = fetching;
  const addresses = addressesOf(fetching);
  const paths = addresses.map((url) => join(folder, fileName(url, dataset)));
  await forget(paths);
  try {
    const said = await fetchAll(fetching, addresses, paths);
    return said && { ...(await givenSource(paths, signal)), address: addresses[0]!, ...said };
  } catch (error) {
    await forget(paths);
    throw error;
  }
}

function addressesOf({ dataset, address }: Fetching): string[] {
  const published = [dataset.address!, ...(dataset.alsoAt ?? [])];
  if (address === undefined) return published;
  const [first, ...others] = published.map(lastPart);
  // Under another name it is an archive of all of them.
  return lastPart(address) === first ? [address, ...others.map((name) => beside(address, name))] : [address];
}

function beside(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = url.pathname.replace(/[^/]*$/, name);
  return url.href;
}

const lastPart = (url: string) => new URL(url).pathname.split('/').at(-1) ?? '';

type Said = Pick<Source, 'etag' | 'lastModified' | 'serverDay'>;

/** The server's validators of the first file; undefined if the server says that the file is unchanged. */
async function fetchAll(fetching: Fetching, addresses: string[], paths: string[]): Promise<Said | undefined> {
  const { dataset, headers: own, known, signal, onBytes } = fetching;
  const told: { etag?: string; lastModified?: string }[] = [];
  for (const [place, url] of addresses.entries()) {
    const limits = { hosts: dataset.hosts ?? [], ...waits, mostBytes: mostBytesOf(dataset), signal, onBytes };
    // One of several files may be unchanged while another is not.
    const { isUnchanged, ...headers } = await download({
      url,
      path: paths[place]!,
      ...limits,
      ...(own && { headers: own }),
      ...(addresses.length === 1 && known && { known }),
    });
    if (isUnchanged) return undefined;
    told.push(headers);
  }
  const { etag, lastModified } = told[0]!;
  const serverDay = lastModified && !Number.isNaN(Date.parse(lastModified)) ? limaDay(new Date(lastModified)) : undefined;
  return { ...(etag && { etag }), ...(lastModified && { lastModified }), ...(serverDay && { serverDay }) };
}

/** The name of the data set if the address contains no file name. The server's name for it is never used as a path. */
function fileName(url: string, { name }: Dataset): string {
  const last = lastPart(url);
  return /^[\w-]+\.\w{2,5}$/.test(last) ? last : name;
}

export async function forget(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true });
}

export async function sha256Of(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024, signal })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
