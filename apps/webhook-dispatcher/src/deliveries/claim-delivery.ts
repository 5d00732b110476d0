import { Inject, Injectable } from '@nestjs/common';
import type { DeliveryJob } from '@vigia/contracts';
import { inTransaction, type Transaction } from '@vigia/database';
import { SETTINGS } from '@vigia/service-kit';
import { DataSource } from 'typeorm';
import { configurationColumns, type ConfigurationRow } from '../configurations/configuration-row.js';
import { openReceiver } from '../secrets/open-receiver.js';
import { Vault } from '../secrets/vault.js';
import type { Receiver, SignedMessage } from '../sending/receiver-client.js';
import type { WebhookDispatcherSettings } from '../settings.js';

export interface Claimed extends SignedMessage {
  receiver: Receiver;
  configurationId: string;
  isTest: boolean;
  correlationId: string;
}

interface ClaimedRow extends ConfigurationRow, SignedMessage {
  isManual: boolean;
  isTest: boolean;
  correlationId: string;
}

/** What an attempt may need beside the receiver's own time: to be written down before and after, and to be ended. */
const marginMs = 10_000;

/** Two tokens at most, and one answer. */
export function longestAttemptMs({ answerMs, tokenMs }: Pick<WebhookDispatcherSettings, 'answerMs' | 'tokenMs'>): number {
  return 2 * tokenMs + answerMs + marginMs;
}

@Injectable()
export class ClaimDelivery {
  constructor(
    private readonly database: DataSource,
    private readonly vault: Vault,
    @Inject(SETTINGS) private readonly settings: WebhookDispatcherSettings,
  ) {}

  /** The attempt is on record before a socket is opened. A job that comes twice, or too late, finds its number taken. */
  claim({ deliveryId, attempt }: DeliveryJob): Promise<Claimed | undefined> {
    return inTransaction(this.database, async (tx) => {
      const row = await due(tx, deliveryId, attempt);
      if (!row) return undefined;
      const { triggerId, body, isManual, isTest, correlationId } = row;
      const receiver = openReceiver(this.vault, row);
      await tx.query(
        `UPDATE webhooks.delivery SET attempts = $2, resend_asked = false, leased_until = now() + $3 * interval '1 ms' WHERE id = $1`,
        [deliveryId, attempt, longestAttemptMs(this.settings) + marginMs],
      );
      await recordAttempt(tx, deliveryId, attempt, isManual);
      return { triggerId, body, receiver, configurationId: row.id, isTest, correlationId };
    });
  }
}

async function due(tx: Transaction, deliveryId: string, attempt: number): Promise<ClaimedRow | undefined> {
  const [row] = await tx.query<ClaimedRow>(
    `SELECT ${configurationColumns}, trigger_id AS "triggerId", body, resend_asked AS "isManual", purpose = 'test' AS "isTest",
       correlation_id AS "correlationId"
     FROM webhooks.delivery JOIN webhooks.event USING (trigger_id) JOIN webhooks.configuration ON configuration.id = configuration_id
       JOIN webhooks.payload USING (trigger_id)
     WHERE delivery.id = $1 AND delivery.state = 'PENDING' AND attempts = $2 - 1 AND next_at <= now()
       AND payload.version = delivery.payload_version AND body IS NOT NULL AND (active_place IS NOT NULL OR purpose = 'test')
     FOR UPDATE OF delivery`,
    [deliveryId, attempt],
  );
  return row;
}

/** An attempt before this one that nobody ended was cut off: the receiver may have had the delivery already. */
async function recordAttempt(tx: Transaction, deliveryId: string, attempt: number, isManual: boolean): Promise<void> {
  await tx.query(
    `UPDATE webhooks.attempt SET state = 'INTERRUPTED', ended_at = clock_timestamp() WHERE delivery_id = $1 AND state = 'IN_FLIGHT'`,
    [deliveryId],
  );
  await tx.query(
    `INSERT INTO webhooks.attempt (delivery_id, number, is_manual, possible_duplicate_of)
     VALUES ($1, $2, $3, (SELECT number FROM webhooks.attempt WHERE delivery_id = $1 AND number = $2 - 1 AND state = 'INTERRUPTED'))`,
    [deliveryId, attempt, isManual],
  );
}
