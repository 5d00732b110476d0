import { Inject, Injectable } from '@nestjs/common';
import { Database, sql } from '@vigia/database';
import { SETTINGS } from '@vigia/service-kit';
import type { WebhookDispatcherSettings } from '../settings.js';
import { withoutWaitingForTheDisk } from './claim-statement.js';
import { leasedAgain } from './delivery-metrics.js';
import { countAlone, freePlaces } from './free-places.js';

export interface DueDelivery {
  deliveryId: string;
  attempt: number;
}

interface LeasedRow extends DueDelivery {
  isSkipped: boolean;
  isAgain: boolean;
}

export const mostLeased = 500;
/** For a job to be taken off its queue. Afterwards the row is due again. */
const pushLeaseMs = 5_000;

/** Walks from configuration to configuration by the index, however many deliveries each of them has waiting. */
const leaseStatement = sql`
  WITH RECURSIVE waiting AS (
    (SELECT configuration_id AS id FROM webhooks.delivery WHERE state = 'PENDING' AND next_at IS NOT NULL ORDER BY configuration_id LIMIT 1)
    UNION ALL
    SELECT (SELECT configuration_id FROM webhooks.delivery
            WHERE state = 'PENDING' AND next_at IS NOT NULL AND configuration_id > waiting.id ORDER BY configuration_id LIMIT 1)
    FROM waiting WHERE waiting.id IS NOT NULL),
  due AS (
    SELECT found.*, configuration.active_place IS NULL AS is_inactive
    FROM waiting JOIN webhooks.configuration USING (id) CROSS JOIN LATERAL (
      SELECT delivery.id, leased_until IS NOT NULL AS is_again FROM webhooks.delivery
      WHERE configuration_id = waiting.id AND state = 'PENDING' AND next_at <= now() AND coalesce(leased_until <= now(), true)
      ORDER BY next_at
      LIMIT ${freePlaces(sql`$1`)}
      FOR UPDATE SKIP LOCKED) AS found
    LIMIT ${mostLeased})
  UPDATE webhooks.delivery SET leased_until = clock_timestamp() + ${pushLeaseMs} * interval '1 ms'
  FROM due, webhooks.event WHERE delivery.id = due.id AND event.trigger_id = delivery.trigger_id
  RETURNING delivery.id AS delivery_id, attempts + 1 AS attempt, is_inactive AND purpose = 'trigger' AS is_skipped, is_again`;

/** What a configuration is owed that was switched off. An attempt of it that nobody ended was cut off. */
const skipLeased = sql`
  WITH skipped AS (
    UPDATE webhooks.delivery SET state = 'SKIPPED_INACTIVE', next_at = NULL, leased_until = NULL, closed_at = now() WHERE id = ANY($1))
  UPDATE webhooks.attempt SET state = 'INTERRUPTED', ended_at = clock_timestamp() WHERE delivery_id = ANY($1) AND state = 'IN_FLIGHT'`;

@Injectable()
export class LeaseDue {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: WebhookDispatcherSettings,
  ) {}

  /** As many of each configuration as it has attempts free, so that a receiver that hangs holds up nobody but itself. */
  async lease(): Promise<DueDelivery[]> {
    const leasedRows = await this.database.transaction(async (tx) => {
      tx.send(sql`${countAlone} FROM ${withoutWaitingForTheDisk}`);
      return tx.sendFor<LeasedRow>(leaseStatement, [this.settings.attemptsPerReceiver]);
    });
    const leased = leasedRows();
    leasedAgain.inc(leased.filter(({ isAgain }) => isAgain).length);
    const skipped = leased.filter(({ isSkipped }) => isSkipped);
    if (skipped.length > 0) await this.database.rows(skipLeased, [skipped.map(({ deliveryId }) => deliveryId)]);
    return leased.filter(({ isSkipped }) => !isSkipped).map(({ deliveryId, attempt }) => ({ deliveryId, attempt }));
  }
}
