import { Inject, Injectable } from '@nestjs/common';
import { inTransaction } from '@vigia/database';
import { SETTINGS } from '@vigia/service-kit';
import { DataSource } from 'typeorm';
import type { WebhookDispatcherSettings } from '../settings.js';
import { attemptLeaseMs, claiming, type Claimed } from './claim-statement.js';
import { countAlone, freePlaces } from './free-places.js';

const freshOfEach = `
  SELECT one.id, 1 FROM (
      SELECT configuration_id, array_agg(id) AS ids FROM webhooks.delivery
      WHERE trigger_id = ANY($1) AND closed_at IS NULL AND attempts = 0 AND leased_until IS NULL GROUP BY configuration_id) AS fresh
    JOIN webhooks.configuration ON configuration.id = configuration_id
    CROSS JOIN LATERAL unnest(ids[:${freePlaces('$2')}]) AS one (id)
  LIMIT $3`;

const claimFresh = `
  WITH ${claiming({ given: freshOfEach, leaseMs: '$4' })}
  SELECT * FROM claimed`;

@Injectable()
export class ClaimFresh {
  constructor(
    private readonly database: DataSource,
    @Inject(SETTINGS) private readonly settings: WebhookDispatcherSettings,
  ) {}

  /** Deliveries of these triggers that nobody has touched, as far as their receivers have places free, and no more than there is room for. */
  async claim(triggerIds: string[], room: number): Promise<Claimed[]> {
    const claimed = await inTransaction(this.database, async (tx) => {
      tx.send(countAlone);
      return tx.sendFor<Claimed>(claimFresh, [triggerIds, this.settings.attemptsPerReceiver, room, attemptLeaseMs(this.settings)]);
    });
    return claimed();
  }
}
