import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Database } from '@vigia/database';
import { JobReturnedError } from '@vigia/messaging';
import type { ListIndex } from './list-index.js';
import { listsInUse, readList } from './read-lists.js';

interface Read {
  version: string;
  index: Promise<ListIndex | undefined>;
}

/**
 * The lists in memory, each in its current version. One statement asks for the current versions; searching costs none. If a list has a new
 * version, it is read before anybody is compared with it, so that no screening uses an old one.
 */
@Injectable()
export class Lists implements BeforeApplicationShutdown {
  private readonly read = new Map<string, Read>();
  private readonly stopping = new AbortController();

  constructor(private readonly database: Database) {}

  /**
   * A long list would be read beyond the grace period of the process. Another one reads it, and carries out the work that waits for it: jobs
   * that are given back come again at once and count as no failure.
   */
  beforeApplicationShutdown(): void {
    this.stopping.abort(new JobReturnedError('this process stops'));
  }

  async current(): Promise<ListIndex[]> {
    const inUse = await listsInUse(this.database);
    for (const name of this.read.keys()) if (!inUse.some(({ lista }) => lista === name)) this.read.delete(name);
    const indexes = await Promise.all(inUse.map(({ lista, version }) => this.indexOf(lista, version)));
    return indexes.filter((index) => index !== undefined);
  }

  /** All callers who wait for a version share one read. The read may bring a newer version than the one that was asked for. */
  private indexOf(name: string, version: string): Promise<ListIndex | undefined> {
    const known = this.read.get(name);
    if (known?.version === version) return known.index;
    const reading: Read = { version, index: readList(this.database, name, this.stopping.signal) };
    this.read.set(name, reading);
    reading.index.then(
      (index) => (reading.version = index?.list.version ?? version),
      () => this.read.get(name) === reading && this.read.delete(name),
    );
    return reading.index;
  }
}
