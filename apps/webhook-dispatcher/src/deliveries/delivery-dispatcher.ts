import { Inject, Injectable } from '@nestjs/common';
import { deliveryJob, deliveryQueue, failuresUntilWarned, type DeliveryJob, type DeliveryLane } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { dueInMs, Loop, type UntilDue } from '@vigia/dispatch';
import { Broker, BrokerUnavailableError, type JobQueue } from '@vigia/messaging';
import type { Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import { Counter } from 'prom-client';
import { skips } from '../configurations/skip-waiting.js';
import type { WebhookDispatcherSettings } from '../settings.js';
import { asyncCommit, idleLeaseMs } from './claims.js';

export const leasedAgain = new Counter({
  name: 'vigia_webhook_leased_again_total',
  help: 'Deliveries that were found due although they had been pushed or attempted before: the broker or a process forgot them, or they were given back',
});

/** The key of the advisory lock, the same in every replica. */
const slotsLock = 7_119_620_415;

/** The other replicas wait for the one that counts slots, so it waits only this long for a row that another transaction has locked. */
const rowWaitMs = 250;

/** A replica that stands still with the lock loses it after this time. A busy machine may make one stand still for a second or two. */
const standstillMs = 5_000;

/** Comes before a statement that counts free slots and takes them: two simultaneous ones would find the same slots. */
export const lockSlots = sql`SELECT pg_advisory_xact_lock(${slotsLock}), set_config('lock_timeout', '${rowWaitMs}', true),
  set_config('idle_in_transaction_session_timeout', '${standstillMs}', true)`;

/**
 * Free slots of the configuration row that this expression refers to. A receiver that failed ten times in a row has one slot; so does an
 * inactive one, which gets only tests. Leases are counted from the latest one and no further than needed, because below them the index
 * keeps leases of closed deliveries until vacuum.
 */
export const freeSlots = (atMost: string, leasedBeyond: string) => sql`
  greatest(0, CASE WHEN failures_in_row >= ${failuresUntilWarned} OR active_place IS NULL THEN 1 ELSE ${atMost}::integer END
    - (SELECT count(*)::integer FROM (
         SELECT FROM webhooks.delivery WHERE configuration_id = configuration.id AND leased_until > ${leasedBeyond}
         ORDER BY leased_until DESC LIMIT ${atMost}::integer) AS busy))`;

interface DueDelivery {
  deliveryId: string;
  attempt: number;
}

interface LeasedRow extends DueDelivery {
  isSkipped: boolean;
  isAgain: boolean;
}

const mostLeased = 500;
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

const pollMs = 250;

/** Pushes every due delivery to its lane until its row is closed. The broker may lose any job. */
@Injectable()
export class DeliveryDispatcher {
  private readonly lanes: Record<DeliveryLane, JobQueue<DeliveryJob>>;
  private readonly loop: Loop;

  constructor(
    private readonly dueDeliveries: DueDeliveries,
    broker: Broker,
    @Inject(LOGGER) logger: Logger,
  ) {
    const lane = (name: DeliveryLane) => broker.jobs(deliveryQueue(name), deliveryJob);
    this.lanes = { first: lane('first'), retry: lane('retry') };
    this.loop = new Loop({
      name: 'deliveries',
      intervalMs: pollMs,
      step: () => this.pushDue(),
      untilDue: () => dueDeliveries.untilDue(),
      logger,
    });
  }

  start(): void {
    this.loop.start();
  }

  kick(): void {
    this.loop.kick();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  private async pushDue(): Promise<boolean> {
    const due = await this.dueDeliveries.lease();
    const isFirst = ({ attempt }: DueDelivery) => attempt === 1;
    try {
      await Promise.all([
        this.lanes.first.push(due.filter(isFirst).map(toJob)),
        this.lanes.retry.push(due.filter((delivery) => !isFirst(delivery)).map(toJob)),
      ]);
    } catch (error) {
      if (!(error instanceof BrokerUnavailableError)) throw error;
      // The lease runs out and the rows are due again.
    }
    return due.length === mostLeased;
  }
}

function toJob({ deliveryId, attempt }: DueDelivery) {
  return { id: `delivery-${deliveryId}-${attempt}`, data: { v: 1 as const, deliveryId, attempt } };
}
