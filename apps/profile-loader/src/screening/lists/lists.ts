import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Database } from '@vigia/database';
import { JobReturnedError } from '@vigia/messaging';
import type { ListIndex } from './list-index.js';
import { listsInUse, readList } from './read-lists.js';

interface Read {
  id: string;
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
    const indexes = await Promise.all(inUse.map(({ lista, id }) => this.indexOf(lista, id)));
    return indexes.filter((index) => index !== undefined);
  }

  /** All callers who wait for a version share one read. The read may bring a newer version than the one that was asked for. */
  private indexOf(name: string, id: string): Promise<ListIndex | undefined> {
    const known = this.read.get(name);
    if (known?.id === id) return known.index;
    const list = readList(this.database, name, this.stopping.signal);
    const reading: Read = { id, index: list.then((read) => read?.index) };
    this.read.set(name, reading);
    list.then(
      (read) => (reading.id = read?.id ?? id),
      () => this.read.get(name) === reading && this.read.delete(name),
    );
    return reading.index;
  }
}
