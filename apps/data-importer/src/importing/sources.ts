import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { filesAt } from '../reading/chosen-files.js';

export interface Source {
  paths: string[];
  sha256: string;
  bytes: number;
  /** Of a download. */
  address?: string;
  etag?: string;
  lastModified?: string;
  /** The day of `Last-Modified`. */
  serverDay?: string;
}

/** The files that were given, by what is in them: the same bytes are the same source under any name. */
export async function givenSource(given: string[], signal: AbortSignal): Promise<Source> {
  const paths = await filesAt(given);
  const sums = await Promise.all(paths.map((path) => sha256Of(path, signal)));
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const sha256 = sums.length === 1 ? sums[0]! : createHash('sha256').update(sums.toSorted().join('\n')).digest('hex');
  return { paths, sha256, bytes };
}

export async function sha256Of(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024, signal })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
