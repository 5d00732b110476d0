import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from '@vigia/database';

const batch = 1_000;
const bodiesAreKept = `interval '90 days'`;
const historyIsKept = `interval '13 months'`;

/** Never of a delivery that is still to be made. The hash of a body outlives it, so that a past delivery can be proved. */
const purgeBodies = `
  UPDATE webhooks.payload SET body = NULL WHERE (trigger_id, version) IN (
    SELECT trigger_id, version FROM webhooks.payload
    WHERE body IS NOT NULL AND created_at < now() - ${bodiesAreKept}
      AND NOT EXISTS (SELECT FROM webhooks.delivery WHERE delivery.trigger_id = payload.trigger_id AND state = 'PENDING')
    ORDER BY created_at LIMIT ${batch} FOR UPDATE SKIP LOCKED)
  RETURNING 1`;

const forgetAttempts = `
  DELETE FROM webhooks.attempt WHERE (delivery_id, number) IN (
    SELECT delivery_id, number FROM webhooks.attempt JOIN webhooks.delivery ON delivery.id = delivery_id
    WHERE started_at < now() - ${historyIsKept} AND delivery.state <> 'PENDING'
    ORDER BY started_at LIMIT ${batch} FOR UPDATE OF attempt SKIP LOCKED)
  RETURNING 1`;

/** In small steps that get out of each other's way: one large deletion would block the deliveries, and two each other. */
@Injectable()
export class ForgetOldRows {
  constructor(private readonly database: DataSource) {}

  async round(): Promise<boolean> {
    const counts = await inTransaction(this.database, async (tx) => [
      (await tx.query(purgeBodies)).length,
      (await tx.query(forgetAttempts)).length,
    ]);
    return counts.includes(batch);
  }
}
