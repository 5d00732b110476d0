import { Injectable } from '@nestjs/common';
import { Database, sql, type Transaction } from '@vigia/database';
import { historyIsKept } from '../deliveries/log-pages.js';

const batch = 1_000;
const bodiesAreKept = sql`interval '90 days'`;

const isUndelivered = (triggerId: string) =>
  sql`EXISTS (SELECT FROM webhooks.delivery WHERE delivery.trigger_id = ${triggerId} AND delivery.state = 'PENDING')`;

/** Locks the bodies first; the following statements check them again, because a resend may have been requested in between. */
const lockOldBodies = sql`
  SELECT trigger_id, version, purpose = 'test' AS is_test FROM webhooks.payload JOIN webhooks.event USING (trigger_id)
  WHERE body IS NOT NULL AND payload.created_at < now() - ${bodiesAreKept} AND NOT ${isUndelivered('payload.trigger_id')}
  ORDER BY payload.created_at LIMIT ${batch} FOR UPDATE OF payload SKIP LOCKED`;

/** The hash stays, as proof of a past delivery. What a receiver answered goes too, because it may repeat the body. */
const purgeBodies = sql`
  WITH purged AS (
    UPDATE webhooks.payload SET body = NULL
    WHERE (trigger_id, version) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND NOT ${isUndelivered('payload.trigger_id')}
    RETURNING trigger_id, version)
  UPDATE webhooks.attempt SET response_body = NULL, response_truncated = NULL
  FROM purged JOIN webhooks.delivery USING (trigger_id)
  WHERE delivery_id = delivery.id AND payload_version = version AND response_body IS NOT NULL`;

/** A test needs no proof. */
const forgetTests = sql`
  WITH old AS (SELECT trigger_id FROM webhooks.event WHERE trigger_id = ANY($1) AND NOT ${isUndelivered('event.trigger_id')}),
    attempts AS (DELETE FROM webhooks.attempt USING webhooks.delivery JOIN old USING (trigger_id) WHERE delivery_id = delivery.id),
    deliveries AS (DELETE FROM webhooks.delivery WHERE trigger_id IN (SELECT trigger_id FROM old)),
    payloads AS (DELETE FROM webhooks.payload WHERE trigger_id IN (SELECT trigger_id FROM old))
  DELETE FROM webhooks.event WHERE trigger_id IN (SELECT trigger_id FROM old)`;

const forgetAttempts = sql`
  DELETE FROM webhooks.attempt WHERE (delivery_id, number) IN (
    SELECT delivery_id, number FROM webhooks.attempt JOIN webhooks.delivery ON delivery.id = delivery_id
    WHERE started_at < now() - ${historyIsKept} AND delivery.state <> 'PENDING'
    ORDER BY started_at LIMIT ${batch} FOR UPDATE OF attempt SKIP LOCKED)
  RETURNING 1`;

/**
 * Checks the next of the oldest deliveries: positions grow in the order in which deliveries were written. Deliveries that were resent late
 * stay among them and are skipped. An index by closing time would find the others directly, but every delivery would pay for it. The
 * deletion looks at the end again, because a resend may give a delivery a new end and an attempt while the deletion waits for its row.
 */
const forgetDeliveries = sql`
  WITH looked AS MATERIALIZED (
    SELECT id, position, created_at, closed_at FROM webhooks.delivery WHERE position > $1 ORDER BY position LIMIT ${batch}),
  forgotten AS (
    DELETE FROM webhooks.delivery WHERE id IN (SELECT id FROM looked WHERE closed_at < now() - ${historyIsKept})
      AND closed_at < now() - ${historyIsKept} AND NOT EXISTS (SELECT FROM webhooks.attempt WHERE delivery_id = delivery.id))
  SELECT max(position) AS last, count(*) = ${batch} AND max(created_at) < now() - ${historyIsKept} AS is_more FROM looked`;

const forgetWarnings = sql`
  DELETE FROM webhooks.warning WHERE id IN (
    SELECT id FROM webhooks.warning WHERE ended_at < now() - ${historyIsKept} LIMIT ${batch} FOR UPDATE SKIP LOCKED)
  RETURNING 1`;

/** Deletes in small batches that skip locked rows: one large deletion would block deliveries, and two would block each other. */
@Injectable()
export class OldRows {
  /** The position of the last old delivery that was checked. After 0 comes the oldest. */
  private lookedTo = '0';

  constructor(private readonly database: Database) {}

  async forget(): Promise<boolean> {
    let more = await this.database.transaction(forgetBodies);
    for (const statement of [forgetAttempts, forgetWarnings]) {
      const forgotten = await this.database.transaction((tx) => tx.rows(statement));
      more ||= forgotten.length === batch;
    }
    return (await this.forgetDeliveries()) || more;
  }

  private async forgetDeliveries(): Promise<boolean> {
    const [looked] = await this.database.rows<{ last: string | null; isMore: boolean }>(forgetDeliveries, [this.lookedTo]);
    const { last, isMore } = looked!;
    this.lookedTo = isMore && last !== null ? last : '0';
    return isMore;
  }
}

async function forgetBodies(tx: Transaction): Promise<boolean> {
  const old = await tx.rows<{ triggerId: string; version: string; isTest: boolean }>(lockOldBodies);
  const [tests, others] = [old.filter(({ isTest }) => isTest), old.filter(({ isTest }) => !isTest)];
  await tx.rows(purgeBodies, [others.map(({ triggerId }) => triggerId), others.map(({ version }) => version)]);
  await tx.rows(forgetTests, [tests.map(({ triggerId }) => triggerId)]);
  return old.length === batch;
}
