import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type ApiVersion, type ReplyOf, sampleDocument, sampleView, VigiaError } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { currentCorrelationId, currentTraceParent } from '@vigia/observability';
import { openReceiver } from '../configurations/configuration-row.js';
import { ConfigurationStore } from '../configurations/configuration-store.js';
import { DeliveryDispatcher } from '../deliveries/delivery-dispatcher.js';
import { envelopeText, noTriggerId, triggerIdOf } from '../domain/envelope.js';
import { Vault } from '../secrets/vault.js';
import { mostPreflights, ReceiverClient, type AttemptReport } from '../sending/receiver-client.js';

type Steps = ReplyOf<'webhooks.preflight'>['steps'];

const tryAgainSeconds = 10;

/** What a corporation tries with its own receiver: a whole delivery, or each step of one. */
@Injectable()
export class Trials {
  /** The corporations with a running preflight. */
  private readonly preflights = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly configurationStore: ConfigurationStore,
    private readonly vault: Vault,
    private readonly receiverClient: ReceiverClient,
    private readonly deliveryDispatcher: DeliveryDispatcher,
  ) {}

  /** An event with one delivery, even to a configuration that is not active yet. */
  async sendTest(corporationId: string, configurationId: string): Promise<string> {
    const { payloadVersion } = await this.configurationStore.row(corporationId, configurationId);
    const requestId = randomUUID();
    const triggerId = triggerIdOf(requestId);
    const body = sampleBody(payloadVersion, triggerId);
    await this.database.transaction(async (tx) => {
      tx.send(
        sql`INSERT INTO webhooks.event (trigger_id, corporation_id, doc_type, tax_id, purpose, mode, state, request_id, deadline_at,
           load_state, correlation_id, trace_parent, dispatched_at)
         VALUES ($1, $2, $3, $4, 'test', 'query', 'DISPATCHED', $5, now(), 'succeeded', $6, $7, now())`,
        [
          triggerId,
          corporationId,
          sampleDocument.docType,
          sampleDocument.taxId,
          requestId,
          currentCorrelationId() ?? requestId,
          currentTraceParent() ?? null,
        ],
      );
      tx.send(sql`INSERT INTO webhooks.payload (trigger_id, version, body, sha256) VALUES ($1, $2, $3::bytea, sha256($3::bytea))`, [
        triggerId,
        payloadVersion,
        body,
      ]);
      tx.send(
        sql`INSERT INTO webhooks.delivery (trigger_id, configuration_id, corporation_id, payload_version, next_at) VALUES ($1, $2, $3, $4, now())`,
        [triggerId, configurationId, corporationId, payloadVersion],
      );
      tx.afterCommit(() => this.deliveryDispatcher.kick());
    });
    return triggerId;
  }

  /** One attempt with a sample body, made like any other attempt, and the result of each of its steps. */
  async preflight(corporationId: string, configurationId: string, signal: AbortSignal): Promise<Steps> {
    const row = await this.configurationStore.row(corporationId, configurationId);
    // A bulkhead, because a preflight waits for a foreign server. Too many would leave no handler for other messages, and too many of one
    // corporation none for others.
    if (this.preflights.has(corporationId) || this.preflights.size >= mostPreflights)
      throw VigiaError.of('too_many_requests', { seconds: tryAgainSeconds });
    this.preflights.add(corporationId);
    try {
      const message = { id: randomUUID(), triggerId: noTriggerId, body: sampleBody(row.payloadVersion, noTriggerId) };
      const report = await this.receiverClient.send(openReceiver(this.vault, row), message, signal);
      return stepsOf(report, row.oauth !== null);
    } finally {
      this.preflights.delete(corporationId);
    }
  }
}

/** A whole body about an invented company. */
function sampleBody(version: ApiVersion, triggerId: string): Buffer {
  const { taxId } = sampleDocument;
  return Buffer.from(envelopeText(version, { triggerId, taxId, view: sampleView[version], loadState: 'succeeded', openSources: [] }));
}

function stepsOf({ outcome, status, tokenMs, firstByteMs, remoteAddress }: AttemptReport, hasOAuth: boolean): Steps {
  const failed = outcome.result === 'failed' && { ok: false, detail: outcome.detail, failure: outcome.failure, ...(status && { status }) };
  if (failed && failed.failure === 'oauth') return [{ step: 'token', ...failed }];
  const token: Steps = hasOAuth ? [{ step: 'token', ok: true, detail: `a token within ${tokenMs} ms` }] : [];
  if (remoteAddress === undefined) return [...token, { step: 'address', ok: false, detail: '', ...failed }];
  const answer = failed || { ok: true, detail: `accepted within ${firstByteMs} ms` };
  return [...token, { step: 'address', ok: true, detail: `reached at ${remoteAddress}` }, { step: 'answer', ...answer }];
}
