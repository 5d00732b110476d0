import { Inject, Injectable } from '@nestjs/common';
import type { DeliveryJob, DeliveryState } from '@vigia/contracts';
import { inTransaction, type Transaction } from '@vigia/database';
import { SETTINGS } from '@vigia/service-kit';
import { DataSource } from 'typeorm';
import type { Outcome } from '../domain/outcome.js';
import { retryDelayMs } from '../domain/retry-schedule.js';
import type { AttemptReport } from '../sending/attempt-report.js';
import type { WebhookDispatcherSettings } from '../settings.js';
import type { Claimed } from './claim-delivery.js';

type AttemptKey = Pick<DeliveryJob, 'deliveryId' | 'attempt'>;

@Injectable()
export class FinishAttempt {
  constructor(
    private readonly database: DataSource,
    @Inject(SETTINGS) private readonly settings: WebhookDispatcherSettings,
  ) {}

  async finish(key: AttemptKey, { configurationId, isTest }: Claimed, report: AttemptReport): Promise<void> {
    const { outcome } = report;
    await inTransaction(this.database, async (tx) => {
      await closeAttempt(tx, key, report);
      const delayMs = isTest ? undefined : this.delayMs(outcome, await failuresOf(tx, key));
      const state = outcome.result === 'succeeded' ? 'SUCCEEDED' : delayMs === undefined ? 'FAILED' : 'PENDING';
      await closeDelivery(tx, key, state, delayMs);
      if (!isTest) await countFailures(tx, configurationId, outcome);
    });
  }

  /** Nobody knows what came of it: the next attempt follows at once and says so. */
  async cutOff({ deliveryId, attempt }: AttemptKey): Promise<void> {
    await inTransaction(this.database, async (tx) => {
      await tx.query(
        `UPDATE webhooks.attempt SET state = 'INTERRUPTED', ended_at = clock_timestamp()
         WHERE delivery_id = $1 AND number = $2 AND state = 'IN_FLIGHT'`,
        [deliveryId, attempt],
      );
      await closeDelivery(tx, { deliveryId, attempt }, 'PENDING', 0);
    });
  }

  private delayMs(outcome: Outcome, failures: number): number | undefined {
    if (outcome.result === 'succeeded' || outcome.isFinal) return undefined;
    return retryDelayMs(this.settings.retryDelays, failures, Math.random(), outcome.hintMs);
  }
}

async function closeAttempt(tx: Transaction, { deliveryId, attempt }: AttemptKey, report: AttemptReport): Promise<void> {
  const { outcome } = report;
  await tx.query(
    `UPDATE webhooks.attempt SET state = $3, ended_at = clock_timestamp(), failure = $4, detail = $5, status = $6, remote_address = $7,
       token_ms = $8, connect_ms = $9, first_byte_ms = $10, total_ms = $11, request_headers = $12, response_body = $13, response_truncated = $14
     WHERE delivery_id = $1 AND number = $2`,
    [
      deliveryId,
      attempt,
      outcome.result === 'succeeded' ? 'SUCCEEDED' : 'FAILED',
      outcome.result === 'failed' ? outcome.failure : null,
      outcome.result === 'failed' ? outcome.detail : null,
      report.status,
      report.remoteAddress,
      report.tokenMs,
      report.connectMs,
      report.firstByteMs,
      report.totalMs,
      JSON.stringify(report.requestHeaders),
      report.responseBody,
      report.responseTruncated,
    ],
  );
}

/** Attempts that were cut off are none of the receiver's doing, and do not shorten its schedule. */
async function failuresOf(tx: Transaction, { deliveryId }: AttemptKey): Promise<number> {
  const [failed] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM webhooks.attempt WHERE delivery_id = $1 AND state = 'FAILED'`,
    [deliveryId],
  );
  return failed!.count;
}

/** Only the last attempt speaks for its delivery. A resend that was asked for meanwhile still takes place. */
async function closeDelivery(
  tx: Transaction,
  { deliveryId, attempt }: AttemptKey,
  state: DeliveryState,
  delayMs: number | undefined,
): Promise<void> {
  await tx.query(
    `UPDATE webhooks.delivery SET leased_until = NULL,
       state = CASE WHEN resend_asked THEN 'PENDING' ELSE $3 END,
       next_at = CASE WHEN resend_asked THEN now() WHEN $3 = 'PENDING' THEN now() + $4 * interval '1 ms' END,
       closed_at = CASE WHEN resend_asked OR $3 = 'PENDING' THEN NULL ELSE now() END
     WHERE id = $1 AND attempts = $2 AND state = 'PENDING'`,
    [deliveryId, attempt, state, delayMs ?? 0],
  );
}

async function countFailures(tx: Transaction, configurationId: string, { result }: Outcome): Promise<void> {
  await tx.query(
    result === 'succeeded'
      ? `UPDATE webhooks.configuration SET failures_in_row = 0, failing_since = NULL WHERE id = $1 AND failures_in_row > 0`
      : `UPDATE webhooks.configuration SET failures_in_row = failures_in_row + 1, failing_since = coalesce(failing_since, now()) WHERE id = $1`,
    [configurationId],
  );
}
