import { Inject, Injectable } from '@nestjs/common';
import { inTransaction } from '@vigia/database';
import { SETTINGS } from '@vigia/service-kit';
import { DataSource } from 'typeorm';
import type { WebhookDispatcherSettings } from '../settings.js';
import { withoutWaitingForTheDisk } from './claim-statement.js';
import { leasedAgain } from './delivery-metrics.js';

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
/** After so many failures in a row a receiver is asked by one attempt at a time. */
const failuresOfACautiousReceiver = 10;
/** Any number will do as long as every replica takes the same one. */
const leasingLock = 7_119_620_415;

/**
 * Walks from configuration to configuration by the index, however many deliveries each of them has waiting. What a configuration is
 * owed that was switched off is skipped; an attempt of it that nobody ended was cut off.
 */
const leaseStatement = `
  WITH RECURSIVE waiting AS (
    (SELECT configuration_id AS id FROM webhooks.delivery WHERE state = 'PENDING' AND next_at IS NOT NULL ORDER BY configuration_id LIMIT 1)
    UNION ALL
    SELECT (SELECT configuration_id FROM webhooks.delivery
            WHERE state = 'PENDING' AND next_at IS NOT NULL AND configuration_id > waiting.id ORDER BY configuration_id LIMIT 1)
    FROM waiting WHERE waiting.id IS NOT NULL),
  due AS (
    SELECT found.id, is_again, active_place IS NULL AND purpose = 'trigger' AS is_skipped
    FROM waiting JOIN webhooks.configuration USING (id) CROSS JOIN LATERAL (
      SELECT delivery.id, trigger_id, leased_until IS NOT NULL AS is_again FROM webhooks.delivery
      WHERE configuration_id = waiting.id AND state = 'PENDING' AND next_at <= now() AND coalesce(leased_until <= now(), true)
      ORDER BY next_at
      LIMIT greatest(0, CASE WHEN failures_in_row >= ${failuresOfACautiousReceiver} THEN 1 ELSE $1 END
        - (SELECT count(*) FROM webhooks.delivery AS busy WHERE busy.configuration_id = waiting.id AND busy.leased_until > now()))
      FOR UPDATE SKIP LOCKED) AS found JOIN webhooks.event USING (trigger_id)
    LIMIT ${mostLeased}),
  leased AS (
    UPDATE webhooks.delivery SET leased_until = CASE WHEN NOT is_skipped THEN clock_timestamp() + ${pushLeaseMs} * interval '1 ms' END,
      state = CASE WHEN is_skipped THEN 'SKIPPED_INACTIVE' ELSE state END, next_at = CASE WHEN NOT is_skipped THEN next_at END,
      closed_at = CASE WHEN is_skipped THEN now() END
    FROM due WHERE delivery.id = due.id
    RETURNING delivery.id AS "deliveryId", attempts + 1 AS attempt, is_skipped AS "isSkipped", is_again AS "isAgain"),
  interrupted AS (
    UPDATE webhooks.attempt SET state = 'INTERRUPTED', ended_at = clock_timestamp()
    FROM leased WHERE "isSkipped" AND delivery_id = "deliveryId" AND attempt.state = 'IN_FLIGHT')
  SELECT * FROM leased`;

@Injectable()
export class LeaseDue {
  constructor(
    private readonly database: DataSource,
    @Inject(SETTINGS) private readonly settings: WebhookDispatcherSettings,
  ) {}

  /** As many of each configuration as it has attempts free, so that a receiver that hangs holds up nobody but itself. */
  async lease(): Promise<DueDelivery[]> {
    const leasedRows = await inTransaction(this.database, async (tx) => {
      // Two replicas that count at the same time would both find the same attempts free.
      tx.send(`SELECT pg_advisory_xact_lock($1) FROM ${withoutWaitingForTheDisk}`, [leasingLock]);
      return tx.sendFor<LeasedRow>(leaseStatement, [this.settings.attemptsPerReceiver]);
    });
    const leased = leasedRows();
    leasedAgain.inc(leased.filter(({ isAgain }) => isAgain).length);
    return leased.filter(({ isSkipped }) => !isSkipped).map(({ deliveryId, attempt }) => ({ deliveryId, attempt }));
  }
}
