import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { DeliveryJob } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { Batches } from '@vigia/dispatch';
import { SETTINGS } from '@vigia/service-kit';
import type { WebhookDispatcherSettings } from '../settings.js';
import { attemptLeaseMs, claiming, withoutWaitingForTheDisk, type Claimed } from './claim-statement.js';

const claimJobs = sql`
  WITH ${claiming({ given: sql`SELECT DISTINCT job.* FROM ${withoutWaitingForTheDisk}, unnest($1::uuid[], $2::integer[]) AS job`, leaseMs: sql`$3` })}
  SELECT * FROM claimed`;

/** Whoever looks for something to do locks a row before it sees that it is not for him, and lets it go with his transaction. */
const pausesMs = [4, 16, 64, 256];

@Injectable()
export class ClaimDelivery {
  private readonly together = new Batches((jobs: DeliveryJob[]) => this.claimAll(jobs));

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: WebhookDispatcherSettings,
  ) {}

  /** The attempt is on record before a socket is opened. A job that comes twice, or too late, finds its number taken. */
  async claim(job: DeliveryJob): Promise<Claimed | undefined> {
    for (const pauseMs of pausesMs) {
      const claimed = await this.together.add(job);
      if (claimed) return claimed;
      await pause(pauseMs);
    }
    return this.together.add(job);
  }

  private async claimAll(jobs: DeliveryJob[]): Promise<(Claimed | undefined)[]> {
    const [ids, attempts] = [jobs.map(({ deliveryId }) => deliveryId), jobs.map(({ attempt }) => attempt)];
    const claimed = await this.database.rows<Claimed>(claimJobs, [ids, attempts, attemptLeaseMs(this.settings)]);
    const byJob = new Map(claimed.map((one) => [keyOf(one), one]));
    return jobs.map((job) => {
      const one = byJob.get(keyOf(job));
      byJob.delete(keyOf(job));
      return one;
    });
  }
}

function keyOf({ deliveryId, attempt }: Pick<DeliveryJob, 'deliveryId' | 'attempt'>): string {
  return `${deliveryId} ${attempt}`;
}
