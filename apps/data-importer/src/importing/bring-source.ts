import { join } from 'node:path';
import type { Session } from '@vigia/database';
import type { Dataset } from '../datasets/dataset.js';
import { acceptanceOf, type Acceptance } from './acceptance.js';
import { keptOut, type Standing } from './freshness.js';
import { inForce } from './in-force.js';
import { listedSource } from './listed-source.js';
import { scopeOf } from './persons.js';
import type { Progress } from './progress.js';
import { fetchedSource, givenSource, type Fetching, type Source } from './sources.js';
import type { Scope, Work } from './work.js';

export interface Brought {
  /** Undefined if the published data was already imported. */
  source?: Source;
  /** The state of the files that a page names; for given files, of those that were refused or withdrawn. */
  standing?: Standing;
  acceptance?: Acceptance;
}

/** The files that an operator gave, or those that the publisher has now. */
export async function bringSource(work: Work, progress: Progress): Promise<Brought> {
  const { version, dataset, session, signal, deadlineMs, dataDir, addresses, headers, scope } = work;
  const accepts = version.acceptReason !== null;
  if (version.files !== null) {
    await progress.begin('read');
    const source = await givenSource(version.files as string[], signal);
    return {
      source,
      ...(accepts && { acceptance: 'anything' }),
      ...(dataset.filesOn && { standing: await keptOut(session, dataset.name) }),
    };
  }
  await progress.begin('download');
  const fetching = {
    dataset,
    folder: join(dataDir, 'downloads', dataset.name),
    ...(addresses[dataset.name] && { address: addresses[dataset.name] }),
    ...(headers[dataset.name] && { headers: headers[dataset.name] }),
    signal,
    onBytes: (bytesRead: number) => progress.counted({ bytesRead }),
  };
  const brought = dataset.filesOn
    ? await listedSource({ ...fetching, session, version: version.id, accepts, fileDeadlineMs: deadlineMs / 3 })
    : {
        source: await fetchedSource({ ...fetching, ...(!accepts && { known: await knownOf(session, dataset, scope) }) }),
        acceptance: await acceptanceOf(session, version),
      };
  await progress.begin('read');
  return brought;
}

/** The publisher's validators of the file in force, if the same parser read it for the same taxpayers. */
async function knownOf(session: Session, { name, kind, parser }: Dataset, scope: Scope): Promise<Fetching['known']> {
  const current = await inForce(session, name, '');
  if (current?.parser !== parser || current.scope !== scopeOf(kind, scope)) return undefined;
  return { etag: current.etag ?? undefined, lastModified: current.lastModified ?? undefined };
}
