import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { DeliveryJob } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { Batches } from '@vigia/dispatch';
import { SETTINGS } from '@vigia/service-kit';
import { receiverColumns, type ReceiverRow } from '../configurations/configuration-row.js';
import type { WebhookDispatcherSettings } from '../settings.js';

/** A recorded attempt, with its configuration as stored: the secrets are opened only for the attempt. */
export interface Claimed extends ReceiverRow, Omit<DeliveryJob, 'v'> {
  triggerId: string;
  /** The body as text: bytes would travel in hexadecimal, at twice the length. */
  text: string;
  /** A resend, or a retry that follows from one because the delivery had ended. */
  isManual: boolean;
  isTest: boolean;
  /** Attempts that failed at the receiver, without those that were cut off. */
  failuresBefore: number;
  correlationId: string;
  traceParent: string | null;
}

/** The time that an attempt may need in addition to the receiver's time: to record it before and after, and to abort it. */
const marginMs = 10_000;

/** At most two tokens and one answer. */
export function longestAttemptMs({ answerMs, tokenMs }: Pick<WebhookDispatcherSettings, 'answerMs' | 'tokenMs'>): number {
  return 2 * tokenMs + answerMs + marginMs;
}

export function attemptLeaseMs(settings: Pick<WebhookDispatcherSettings, 'answerMs' | 'tokenMs'>): number {
  return longestAttemptMs(settings) + marginMs;
}

/**
 * A lease that has no more than this left says nothing about its receiver: an attempt ends well before its lease, and a worker takes a pushed
 * job within half a second. Such a delivery was given back, or its job is lost or waits for a worker.
 */
export const idleLeaseMs = 4_500;

/**
 * Part of a FROM: sets asynchronous commit for the transaction. A crash of the database can lose the record of an attempt or its outcome;
 * the attempt is then repeated, which receivers must expect anyway. A crash of this process or of the broker loses nothing.
 */
export const asyncCommit = sql`(SELECT set_config('synchronous_commit', 'off', true)) AS async_commit`;

/**
 * Leases the due ones among the given deliveries (id and attempt number), and records their attempts. It skips a delivery whose row is
 * locked, because the locking transaction decides. If the previous attempt has no end, its process was cut off and the receiver may already
 * have the delivery.
 */
export const claiming = ({ given, leaseMs }: { given: string; leaseMs: string }) => sql`
  given (delivery_id, number) AS (${given}),
  claimed AS (
    SELECT ${receiverColumns}, delivery.id AS delivery_id, number AS attempt, trigger_id,
      convert_from(body, 'UTF8') AS text, resend_asked OR state_before_resend IS NOT NULL AS is_manual,
      purpose = 'test' AS is_test, correlation_id, trace_parent,
      CASE WHEN number = 1 THEN 0 ELSE
        (SELECT count(*)::int FROM webhooks.attempt WHERE delivery_id = delivery.id AND attempt.state = 'FAILED') END AS failures_before
    FROM given JOIN webhooks.delivery ON delivery.id = given.delivery_id JOIN webhooks.event USING (trigger_id)
      JOIN webhooks.configuration ON configuration.id = configuration_id JOIN webhooks.payload USING (trigger_id)
    WHERE delivery.closed_at IS NULL AND attempts = number - 1 AND next_at <= now()
      AND payload.version = delivery.payload_version AND body IS NOT NULL AND (active_place IS NOT NULL OR purpose = 'test')
    FOR UPDATE OF delivery SKIP LOCKED),
  leased AS (
    UPDATE webhooks.delivery SET attempts = attempt, resend_asked = false, leased_until = now() + ${leaseMs} * interval '1 ms'
    FROM claimed WHERE delivery.id = claimed.delivery_id),
  interrupted AS (
    UPDATE webhooks.attempt SET state = 'INTERRUPTED', ended_at = clock_timestamp()
    FROM claimed WHERE claimed.attempt > 1 AND attempt.delivery_id = claimed.delivery_id AND attempt.state = 'IN_FLIGHT'),
  recorded AS (
    INSERT INTO webhooks.attempt (delivery_id, number, is_manual, url, signed_by, possible_duplicate_of)
    SELECT delivery_id, attempt, is_manual, url, signed_by, (
      SELECT number FROM webhooks.attempt AS before
      WHERE before.delivery_id = claimed.delivery_id AND number = claimed.attempt - 1 AND before.state IN ('IN_FLIGHT', 'INTERRUPTED'))
    FROM claimed)`;

const claimJobs = sql`
  WITH ${claiming({ given: sql`SELECT DISTINCT job.* FROM ${asyncCommit}, unnest($1::uuid[], $2::integer[]) AS job`, leaseMs: sql`$3` })}
  SELECT * FROM claimed`;

/** A replica that looks for due rows may hold this one briefly and then release it. */
const pausesMs = [4, 16, 64, 256];

@Injectable()
export class Claims {
  private readonly batches = new Batches((jobs: DeliveryJob[]) => this.claimAll(jobs));

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: WebhookDispatcherSettings,
  ) {}

  /** Records the attempt before a socket is opened. A job that comes twice or late finds its number taken and gets nothing. */
  async claim(job: DeliveryJob): Promise<Claimed | undefined> {
    for (const pauseMs of pausesMs) {
      const claimed = await this.batches.add(job);
      if (claimed) return claimed;
      await pause(pauseMs);
    }
    return this.batches.add(job);
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
