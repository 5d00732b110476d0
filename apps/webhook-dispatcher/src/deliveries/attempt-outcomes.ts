import { Inject, Injectable } from '@nestjs/common';
import { Database, sql } from '@vigia/database';
import { Batches } from '@vigia/dispatch';
import type { Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import { warnOf } from '../configurations/warnings.js';
import { countedFailures, retryDelayMs, type ConfigurationFailures } from '../domain/outcome.js';
import type { AttemptReport } from '../sending/receiver-client.js';
import type { WebhookDispatcherSettings } from '../settings.js';
import { asyncCommit, attemptLeaseMs, claiming, idleLeaseMs, type Claimed } from './claims.js';

interface Ended {
  claimed: Claimed;
  report: AttemptReport;
  goesOn: boolean;
  retryInMs: number | undefined;
}

/**
 * Comes before the attempts or in a transaction of its own: an edit of a configuration locks it before its deliveries, so both take their
 * locks in the same order.
 */
const countFailures = sql`
  WITH counted AS (
  UPDATE webhooks.configuration SET failures_in_row = CASE WHEN "startsAnew" THEN 0 ELSE failures_in_row END + failures,
    failing_since = CASE WHEN failures = 0 THEN NULL WHEN "startsAnew" THEN now() ELSE coalesce(failing_since, now()) END
  FROM unnest($1::json[]) AS one, json_to_record(one) AS counted ("configurationId" uuid, "startsAnew" boolean, failures integer)
  WHERE id = "configurationId" AND (failures > 0 OR failures_in_row > 0)
  RETURNING id, corporation_id, active_place, failures_in_row, failing_since, "startsAnew"),
  ${warnOf('counted')}`;

const outcome = sql`last_status = status, last_failure = failure,`;

/**
 * Only the last attempt decides about its delivery. A resend that was requested meanwhile follows, without a change to how the delivery had
 * ended.
 */
const closing = (alsoSets: string) => sql`
  UPDATE webhooks.delivery SET leased_until = NULL, ${alsoSets}
    state = CASE WHEN resend_asked OR "delayMs" IS NOT NULL THEN 'PENDING' ELSE ended.state END,
    next_at = CASE WHEN resend_asked THEN now() ELSE now() + "delayMs" * interval '1 ms' END,
    closed_at = CASE WHEN resend_asked OR "delayMs" IS NOT NULL THEN NULL ELSE now() END,
    state_before_resend = coalesce(state_before_resend, CASE WHEN resend_asked AND "delayMs" IS NULL THEN ended.state END)
  FROM ended WHERE delivery.id = "deliveryId" AND attempts = attempt AND delivery.state = 'PENDING'`;

/** The index of due deliveries does not know lanes: behind many of the other lane, the slot is left to the loop that leases. */
const mostLookedAt = 200;

/** In the snapshot of the statement, an ended delivery still waits; it looks due if its lease has run out. */
const nextOfEach = sql`
  SELECT next.id, next.attempts + 1
  FROM (SELECT "configurationId" AS id, attempt = 1 AS is_first, count(*) AS slots FROM ended WHERE "goesOn" GROUP BY 1, 2) AS freed
  CROSS JOIN LATERAL (
    SELECT delivery.id, delivery.attempts FROM (
      SELECT id, attempts FROM webhooks.delivery
      WHERE configuration_id = freed.id AND state = 'PENDING' AND next_at <= now() AND coalesce(leased_until <= now(), true)
        AND id NOT IN (SELECT "deliveryId" FROM ended)
      ORDER BY next_at LIMIT ${mostLookedAt}) AS due JOIN webhooks.delivery USING (id)
    WHERE (due.attempts = 0) = is_first AND delivery.state = 'PENDING' AND delivery.attempts = due.attempts
      -- Keeps the planner, while it knows few rows, from a join that reads every due delivery for each of these.
      AND coalesce(delivery.next_at <= now(), false) AND coalesce(delivery.leased_until <= now(), true)
    ORDER BY delivery.next_at LIMIT slots FOR UPDATE OF delivery SKIP LOCKED) AS next`;

/**
 * A single statement, so that the slot of an attempt is never free before the next delivery takes it. It also says whether one of the
 * configurations has failures that a success resets, even if no delivery follows.
 */
const recordAttempts = sql`
  WITH ended AS (
    SELECT ended.* FROM ${asyncCommit}, unnest($1::json[]) AS one, json_to_record(one) AS ended (
      "deliveryId" uuid, attempt integer, "configurationId" uuid, "goesOn" boolean, state text, "delayMs" double precision, failure text,
      detail text, status integer, "remoteAddress" text, "tokenMs" integer, "connectMs" integer, "firstByteMs" integer, "totalMs" integer,
      "requestHeaders" jsonb, "responseBody" text, "responseTruncated" boolean)),
  closed AS (${closing(outcome)}),
  written AS (
    UPDATE webhooks.attempt SET state = ended.state, ended_at = clock_timestamp(), failure = ended.failure, detail = ended.detail,
      status = ended.status, remote_address = "remoteAddress", token_ms = "tokenMs", connect_ms = "connectMs",
      first_byte_ms = "firstByteMs", total_ms = "totalMs", request_headers = "requestHeaders",
      signed_by = CASE WHEN "requestHeaders" = '[]' THEN '{}' ELSE signed_by END,
      response_body = decode("responseBody", 'base64'), response_truncated = "responseTruncated"
    FROM ended WHERE delivery_id = "deliveryId" AND number = attempt),
  ${claiming({ given: nextOfEach, leaseMs: sql`$2` })}
  SELECT claimed.*, has_failures FROM (
    SELECT EXISTS (
      SELECT FROM webhooks.configuration WHERE id IN (SELECT "configurationId" FROM ended) AND failures_in_row > 0) AS has_failures) AS health
    LEFT JOIN claimed ON true`;

/** Without a next delivery, only `hasFailures` has a value. */
interface Recorded extends Omit<Claimed, 'deliveryId'> {
  deliveryId: string | null;
  hasFailures: boolean;
}

const cutOffAttempt = sql`
  WITH ended ("deliveryId", attempt, state, "delayMs") AS (VALUES ($1::uuid, $2::integer, 'PENDING', 0)),
  closed AS (${closing(sql``)})
  UPDATE webhooks.attempt SET state = 'INTERRUPTED', ended_at = clock_timestamp()
  WHERE delivery_id = $1 AND number = $2 AND state = 'IN_FLIGHT'`;

const giveBackAttempt = sql`
  WITH given_back AS (DELETE FROM webhooks.attempt WHERE delivery_id = $1 AND number = $2 AND state = 'IN_FLIGHT' RETURNING is_manual)
  UPDATE webhooks.delivery SET attempts = attempts - 1, resend_asked = is_manual, leased_until = now() + ${idleLeaseMs} * interval '1 ms'
  FROM given_back WHERE id = $1 AND attempts = $2`;

@Injectable()
export class AttemptOutcomes {
  /** Only the slot of an attempt waits for its record, and the receivers of one event answer within milliseconds of each other. */
  private readonly batches = new Batches((ended: Ended[]) => this.recordAll(ended), { gatherMs: 4 });

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: WebhookDispatcherSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** How long the delivery waits for its next attempt; undefined if this one was the last. */
  retryInMs({ isTest, failuresBefore }: Claimed, { outcome }: AttemptReport): number | undefined {
    if (outcome.result === 'succeeded' || outcome.isFinal || isTest) return undefined;
    return retryDelayMs(this.settings.retryDelays, failuresBefore + 1, Math.random(), outcome.hintMs);
  }

  /** With `goesOn`, the slot goes to the next due delivery of the same configuration and lane, which is returned. */
  record(
    claimed: Claimed,
    report: AttemptReport,
    { goesOn, retryInMs }: { goesOn: boolean; retryInMs?: number | undefined },
  ): Promise<Claimed | undefined> {
    return this.batches.add({ claimed, report, goesOn, retryInMs });
  }

  /** The outcome is unknown: the delivery is due again at once, and its next attempt states that it may be a duplicate. */
  async cutOff({ deliveryId, attempt }: Claimed): Promise<void> {
    await this.database.rows(cutOffAttempt, [deliveryId, attempt]);
  }

  /** Undoes the claim; the delivery is due again a few seconds later. */
  async giveBack({ deliveryId, attempt }: Claimed): Promise<void> {
    await this.database.rows(giveBackAttempt, [deliveryId, attempt]);
  }

  private async recordAll(ended: Ended[]): Promise<(Claimed | undefined)[]> {
    const failures = countedFailures(
      ended.map(({ claimed: { id, isTest, isManual }, report }) => ({
        configurationId: id,
        isTest,
        isManual,
        result: report.outcome.result,
      })),
    );
    const attempts = [ended.map((one) => JSON.stringify(this.recorded(one))), attemptLeaseMs(this.settings)];
    const hasFailed = failures.some((counted) => counted.failures > 0);
    const recorded = await (hasFailed ? this.recordFailures(failures, attempts) : this.recordSuccesses(failures, attempts));
    const next = recorded.filter((one): one is Recorded & Claimed => one.deliveryId !== null);
    return ended.map(({ claimed, goesOn }) => {
      const taken = goesOn ? next.findIndex((one) => slotOf(one) === slotOf(claimed)) : -1;
      return taken < 0 ? undefined : next.splice(taken, 1)[0];
    });
  }

  private async recordFailures(failures: ConfigurationFailures[], attempts: unknown[]): Promise<Recorded[]> {
    const recorded = await this.database.transaction(async (tx) => {
      tx.send(countFailures, [failures.map((one) => JSON.stringify(one))]);
      return tx.sendFor<Recorded>(recordAttempts, attempts);
    });
    return recorded();
  }

  /** A receiver that works needs no count. */
  private async recordSuccesses(failures: ConfigurationFailures[], attempts: unknown[]): Promise<Recorded[]> {
    const recorded = await this.database.rows<Recorded>(recordAttempts, attempts);
    if (recorded[0]?.hasFailures && failures.length > 0) await this.reset(failures);
    return recorded;
  }

  /**
   * One receiver whose row is locked costs no other its reset. If a reset fails, or the process ends before it, the outcomes stay and the
   * next success of the receiver resets its failures.
   */
  private async reset(failures: ConfigurationFailures[]): Promise<void> {
    try {
      await this.database.rows(countFailures, [failures.map((one) => JSON.stringify(one))]);
    } catch (error) {
      if (failures.length > 1) await Promise.all(failures.map((one) => this.reset([one])));
      else this.logger.error({ err: error }, 'a receiver works again, but its failures could not be reset; its next success resets them');
    }
  }

  private recorded({ claimed, report: { outcome, responseBody, ...observed }, goesOn, retryInMs: delayMs }: Ended) {
    const { deliveryId, attempt, id: configurationId } = claimed;
    const failed = outcome.result === 'failed';
    return {
      ...observed,
      deliveryId,
      attempt,
      configurationId,
      goesOn,
      delayMs,
      state: failed ? 'FAILED' : 'SUCCEEDED',
      ...(failed && { failure: outcome.failure, detail: outcome.detail }),
      responseBody: responseBody?.toString('base64'),
    };
  }
}

/** First attempts and retries stay in their own lanes. */
function slotOf({ id, attempt }: Claimed): string {
  return `${id} ${attempt === 1}`;
}
