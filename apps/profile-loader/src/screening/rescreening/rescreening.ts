import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@vigia/database';
import type { UntilDue } from '@vigia/dispatch';
import { failpoint, type Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { Lists } from '../lists/lists.js';
import { changedPart, type ChangedPart } from './changed-part.js';
import { compareNext } from './compare-subjects.js';
import { beginDue, endFinished, isOpen, nextFree, take, untilDue } from './rescreenings.js';
import { TouchedProfiles } from './screen-touched.js';

/** Compares the changes of a list with the people and companies of all profiles, and screens the affected profiles again. */
@Injectable()
export class Rescreening {
  private part: (ChangedPart & { id: string }) | undefined;

  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly touched: TouchedProfiles,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** One page of subjects, and the due tasks. Continues where a killed process stopped. */
  async round(stopping: AbortSignal): Promise<boolean> {
    for (const { list, version } of await beginDue(this.database)) {
      this.logger.info({ list, version }, 'list changed, profiles are compared again');
    }
    const isMore = await this.compare(stopping);
    if (stopping.aborted) return false;
    await this.touched.openDue();
    for (const { list, version, compared, touched, notScreened } of await endFinished(this.database)) {
      this.logger.info({ list, version, compared, touched }, 'profiles were compared with the changed list');
      if (notScreened > 0) this.logger.warn({ list, version, notScreened }, 'profiles keep their screening from before the list changed');
    }
    return isMore;
  }

  untilDue(): Promise<UntilDue[]> {
    return untilDue(this.database);
  }

  private async compare(stopping: AbortSignal): Promise<boolean> {
    const part = (this.part ??= await this.read(stopping));
    if (!part) return false;
    const compared = await this.database.transaction(async (tx) => {
      const one = await take(tx, part.id);
      // What took long to read is kept for when another replica, which may be cut off while it reads the same, lets go of the row.
      if (!one) return (await isOpen(tx, part.id)) ? 'by another replica' : 'nothing';
      return (await compareNext(tx, one, part)) ? 'the last page' : 'a page';
    });
    if (compared === 'a page' || compared === 'the last page') failpoint('loader.rescreening-compared');
    if (compared === 'nothing' || compared === 'the last page') this.part = undefined;
    return compared === 'a page';
  }

  /** In no transaction: PostgreSQL ends one that waits until a long list is read. */
  private async read(stopping: AbortSignal): Promise<(ChangedPart & { id: string }) | undefined> {
    const next = await nextFree(this.database);
    if (!next) return undefined;
    try {
      const changed = await changedPart(this.database, this.lists, next, stopping);
      return changed && { ...changed, id: next.id };
    } catch (error) {
      if (stopping.aborted) return undefined;
      throw error;
    }
  }
}
