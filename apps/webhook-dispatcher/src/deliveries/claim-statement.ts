import type { DeliveryJob } from '@vigia/contracts';
import { sql } from '@vigia/database';
import { receiverColumns, type ReceiverRow } from '../configurations/configuration-row.js';
import type { WebhookDispatcherSettings } from '../settings.js';

/** An attempt that is on record, with the configuration as it is kept: its secrets are opened for the attempt alone. */
export interface Claimed extends ReceiverRow, Omit<DeliveryJob, 'v'> {
  triggerId: string;
  /** Its body. As bytes it would come twice as long, in hexadecimal. */
  text: string;
  /** Somebody wants it sent again. */
  resendAsked: boolean;
  isTest: boolean;
  /** Attempts that the receiver failed. Those that were cut off are none of its doing. */
  failuresBefore: number;
  correlationId: string;
}

/** What an attempt may need beside the receiver's own time: to be written down before and after, and to be ended. */
const marginMs = 10_000;

/** Two tokens at most, and one answer. */
export function longestAttemptMs({ answerMs, tokenMs }: Pick<WebhookDispatcherSettings, 'answerMs' | 'tokenMs'>): number {
  return 2 * tokenMs + answerMs + marginMs;
}

export function attemptLeaseMs(settings: Pick<WebhookDispatcherSettings, 'answerMs' | 'tokenMs'>): number {
  return longestAttemptMs(settings) + marginMs;
}

/**
 * Part of a FROM. What a crash of the database takes back of an attempt is that it was made, or what came of it: the delivery is made
 * again, which receivers are used to. A crash of this process or of the broker takes nothing back.
 */
export const withoutWaitingForTheDisk = sql`(SELECT set_config('synchronous_commit', 'off', true)) AS hurried`;

/**
 * Of the given deliveries, by id and number of attempt, those that are due are leased and their attempts written down, all in one
 * statement. Whoever holds one of them at the moment decides about it: nobody waits for that. An attempt before this one that nobody
 * ended was cut off: the receiver may have had the delivery already.
 */
export const claiming = ({ given, leaseMs }: { given: string; leaseMs: string }) => sql`
  given (delivery_id, number) AS (${given}),
  claimed AS (
    SELECT ${receiverColumns}, delivery.id AS delivery_id, number AS attempt, trigger_id,
      convert_from(body, 'UTF8') AS text, resend_asked, purpose = 'test' AS is_test, correlation_id,
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
    INSERT INTO webhooks.attempt (delivery_id, number, is_manual, possible_duplicate_of)
    SELECT delivery_id, attempt, resend_asked, (
      SELECT number FROM webhooks.attempt AS before
      WHERE before.delivery_id = claimed.delivery_id AND number = claimed.attempt - 1 AND before.state IN ('IN_FLIGHT', 'INTERRUPTED'))
    FROM claimed)`;
