import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@vigia/database';
import { failpoint } from '@vigia/observability';
import { SETTINGS } from '@vigia/service-kit';
import type { ProfileLoaderSettings } from '../settings.js';
import { batch, reviewLoads, reviewRequests, takeTasks } from './reviews.js';

/** The rest for each millisecond of a full batch, because everybody else who waits for the database goes first. */
const restMs = 4;
const longestRestMs = 1_000;

interface Reviewed {
  reviewed: number;
}

type Review = (tx: Transaction) => Promise<Reviewed[]>;

/**
 * Deletes rows that ended long ago and on which nothing depends. Every row is reviewed once, at its time, and not again while it is kept.
 */
@Injectable()
export class OldRows {
  private readonly reviews: Review[];
  pause: (ms: number) => Promise<unknown> = setTimeout;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) { tasksKeptDays, loadsKeptDays, requestsKeptDays }: ProfileLoaderSettings,
  ) {
    this.reviews = [
      (tx) => tx.rows<Reviewed>(takeTasks, [tasksKeptDays]),
      (tx) => tx.rows<Reviewed>(reviewLoads, [loadsKeptDays]),
      (tx) => tx.rows<Reviewed>(reviewRequests, [requestsKeptDays]),
    ];
  }

  /** True if there is more. */
  async forget(): Promise<boolean> {
    const startedAt = performance.now();
    let isMore = false;
    for (const review of this.reviews) if ((await this.run(review)) === batch) isMore = true;
    if (isMore) await this.pause(Math.min((performance.now() - startedAt) * restMs, longestRestMs));
    return isMore;
  }

  private run(review: Review): Promise<number> {
    return this.database.transaction(async (tx) => {
      const [{ reviewed }] = (await review(tx)) as [Reviewed];
      if (reviewed > 0) failpoint('loader.old-rows-uncommitted');
      return reviewed;
    });
  }
}
