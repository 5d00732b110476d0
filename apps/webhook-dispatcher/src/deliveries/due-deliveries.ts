import { Inject, Injectable } from '@nestjs/common';
import { Database, sql } from '@vigia/database';
import { dueInMs, type UntilDue } from '@vigia/dispatch';
import { SETTINGS } from '@vigia/service-kit';
import { Counter } from 'prom-client';
import { skips } from '../configurations/skip-waiting.js';
import type { WebhookDispatcherSettings } from '../settings.js';
import { asyncCommit, idleLeaseMs } from './claims.js';
import { freeSlots, lockSlots } from './slots.js';

export const leasedAgain = new Counter({
  name: 'vigia_webhook_leased_again_total',
  help: 'Deliveries that were found due although they had been pushed or attempted before: the broker or a process forgot them, or they were given back',
});

export interface DueDelivery {
  deliveryId: string;
  attempt: number;
}

interface LeasedRow extends DueDelivery {
  isSkipped: boolean;
  isAgain: boolean;
}

export const mostLeased = 500;
/** Time for a worker to take the job from its queue. Afterwards the row is due again. */
const pushLeaseMs = idleLeaseMs + 500;

/** Steps through the index from configuration to configuration, so that its cost does not grow with the number of waiting deliveries. */
const withWaiting = sql`
  WITH RECURSIVE waiting AS (
    (SELECT configuration_id AS id FROM webhooks.delivery WHERE state = 'PENDING' AND next_at IS NOT NULL ORDER BY configuration_id LIMIT 1)
    UNION ALL
    SELECT (SELECT configuration_id FROM webhooks.delivery
            WHERE state = 'PENDING' AND next_at IS NOT NULL AND configuration_id > waiting.id ORDER BY configuration_id LIMIT 1)
    FROM waiting WHERE waiting.id IS NOT NULL)`;

const leaseStatement = sql`
  ${withWaiting},
  due AS (
    SELECT found.*, configuration.active_place IS NULL AS is_inactive
    FROM waiting JOIN webhooks.configuration USING (id) CROSS JOIN LATERAL (
      SELECT delivery.id, leased_until IS NOT NULL AS is_again FROM webhooks.delivery
      WHERE configuration_id = waiting.id AND state = 'PENDING' AND next_at <= now() AND coalesce(leased_until <= now(), true)
      ORDER BY next_at
      LIMIT ${freeSlots(sql`$1`, sql`now()`)}
      FOR UPDATE SKIP LOCKED) AS found
    LIMIT ${mostLeased})
  UPDATE webhooks.delivery SET leased_until = clock_timestamp() + ${pushLeaseMs} * interval '1 ms'
  FROM due, webhooks.event WHERE delivery.id = due.id AND delivery.id = ANY (ARRAY(SELECT id FROM due)) AND event.trigger_id = delivery.trigger_id
  RETURNING delivery.id AS delivery_id, attempts + 1 AS attempt, is_inactive AND purpose = 'trigger' AS is_skipped, is_again`;

/** A delivery that waits for a slot, or whose attempt is running, counts as due. */
const earliestStatement = sql`
  ${withWaiting}
  SELECT ${dueInMs(sql`min(next_at)`)} FROM waiting CROSS JOIN LATERAL (
    SELECT next_at FROM webhooks.delivery WHERE configuration_id = waiting.id AND state = 'PENDING' AND next_at IS NOT NULL
    ORDER BY next_at LIMIT 1) AS earliest`;

/**
 * Deliveries of a configuration that was switched off. An attempt without an end was cut off, or its process stood still and has recorded the
 * end since the lease: then that outcome stays.
 */
const skipLeased = sql`
  WITH skipped AS (
    UPDATE webhooks.delivery ${skips} WHERE id = ANY($1) AND state = 'PENDING')
  UPDATE webhooks.attempt SET state = 'INTERRUPTED', ended_at = clock_timestamp() WHERE delivery_id = ANY($1) AND state = 'IN_FLIGHT'`;

@Injectable()
export class DueDeliveries {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: WebhookDispatcherSettings,
  ) {}

  /** Leases at most as many deliveries of a configuration as it has free slots, so that a hanging receiver delays only itself. */
  async lease(): Promise<DueDelivery[]> {
    const leasedRows = await this.database.transaction(async (tx) => {
      tx.send(sql`${lockSlots} FROM ${asyncCommit}`);
      return tx.sendFor<LeasedRow>(leaseStatement, [this.settings.attemptsPerReceiver]);
    });
    const leased = leasedRows();
    leasedAgain.inc(leased.filter(({ isAgain }) => isAgain).length);
    const skipped = leased.filter(({ isSkipped }) => isSkipped);
    if (skipped.length > 0) await this.database.rows(skipLeased, [skipped.map(({ deliveryId }) => deliveryId)]);
    return leased.filter(({ isSkipped }) => !isSkipped).map(({ deliveryId, attempt }) => ({ deliveryId, attempt }));
  }

  untilDue(): Promise<UntilDue[]> {
    return this.database.rows<UntilDue>(earliestStatement);
  }
}
