import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { VigiaError, type PayloadOf, type SignatureFinding } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { BulkheadByKey } from '@vigia/dispatch';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { openSecretKeys, otherKey, type SecretsRow } from '../configurations/configuration-row.js';
import { diagnose, type Stamp } from '../domain/signature-diagnosis.js';
import type { SecretKeys } from '../domain/signature.js';
import type { Steps } from '../domain/x-service-signature-diagnosis.js';
import { Vault } from '../secrets/vault.js';

interface CandidateRow extends SecretsRow {
  /** The body of the delivery; null once it is purged. */
  body: Buffer | null;
  isOwn: boolean;
}

/** A check hashes one body hundreds of times, in the process that sends the deliveries of all corporations. */
const mostAtOnce = 1;
const mostOfOne = { running: 1, waiting: 3 };
/** A waiting check holds a message slot: at most a quarter of them. */
const mostInAll = 5;
/** More than the usual schedule makes. Resends add attempts without limit; a receiver that asks about an old one can say which. */
const stampsTried = 10;

/** The event loop turns after each step. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await nextTurn();
  }
}

@Injectable()
export class SignatureChecks {
  private readonly checks = new BulkheadByKey(mostAtOnce, mostOfOne, mostInAll);

  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  finding(asked: PayloadOf<'webhooks.diagnose'>): Promise<SignatureFinding> {
    return this.checks.run(asked.corporationId, () => this.findingNow(asked));
  }

  private async findingNow(asked: PayloadOf<'webhooks.diagnose'>): Promise<SignatureFinding> {
    const { corporationId, deliveryId, signature, receivedBody } = asked;
    const rows = await this.database.rows<CandidateRow>(
      sql`SELECT configuration.id, configuration.corporation_id, sealed_secret_key, ${otherKey} AS sealed_other_key, body,
         configuration.id = configuration_id AS is_own
       FROM webhooks.delivery JOIN webhooks.payload ON payload.trigger_id = delivery.trigger_id AND version = delivery.payload_version
         JOIN webhooks.configuration ON configuration.corporation_id = delivery.corporation_id
       WHERE delivery.id = $1 AND delivery.corporation_id = $2`,
      [deliveryId, corporationId],
    );
    const own = rows.find(({ isOwn }) => isOwn);
    if (!own) throw VigiaError.of('not_found');
    if (!own.body) throw VigiaError.of('payload_purged');
    const others = rows.filter(({ isOwn }) => !isOwn);
    const steps = diagnose({
      claimed: signature,
      body: own.body,
      secretKeys: openSecretKeys(this.vault, own),
      otherSecretKeys: others.flatMap((row) => this.readableKeys(row)).filter((key) => key !== undefined),
      stamps: await this.stampsOf(asked),
      ...(receivedBody !== undefined && { receivedBody: Buffer.from(receivedBody, 'base64') }),
    });
    return inTurns(steps);
  }

  /** If the secrets of another configuration cannot be read, the diagnosis continues without them. */
  private readableKeys(row: SecretsRow): SecretKeys | [] {
    try {
      return openSecretKeys(this.vault, row);
    } catch (error) {
      this.logger.error({ err: error, configurationId: row.id }, 'secrets cannot be opened, and are not compared');
      return [];
    }
  }

  /**
   * The stamps of the latest recorded attempts and of the attempt that the receiver got, which may have been cut off before its end was recorded.
   */
  private async stampsOf({ deliveryId, webhookId = deliveryId, webhookTimestamp }: PayloadOf<'webhooks.diagnose'>): Promise<Stamp[]> {
    const recorded = await this.database.rows<Stamp>(
      sql`SELECT id.value AS id, timestamp.value AS timestamp
       FROM webhooks.attempt, jsonb_to_recordset(request_headers) AS id (name text, value text),
         jsonb_to_recordset(request_headers) AS timestamp (name text, value text)
       WHERE delivery_id = $1 AND id.name = 'webhook-id' AND timestamp.name = 'webhook-timestamp'
       ORDER BY number DESC LIMIT ${stampsTried}`,
      [deliveryId],
    );
    return webhookTimestamp === undefined ? recorded : [...recorded, { id: webhookId, timestamp: webhookTimestamp }];
  }
}
