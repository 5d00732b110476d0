import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, sql } from '@vigia/database';
import { currentCorrelationId } from '@vigia/observability';
import { ConfigurationList } from '../configurations/configuration-list.js';
import { DeliveryDispatcher } from '../deliveries/delivery-dispatcher.js';
import { triggerIdOf } from '../domain/trigger-id.js';
import { sampleDocument, sampleMessage } from './sample-message.js';

@Injectable()
export class SendTest {
  constructor(
    private readonly database: Database,
    private readonly configurations: ConfigurationList,
    private readonly dispatcher: DeliveryDispatcher,
  ) {}

  /** An event of its own with one delivery, also to a configuration that is not active yet. */
  async send(corporationId: string, configurationId: string): Promise<string> {
    const { payloadVersion } = await this.configurations.row(corporationId, configurationId);
    const requestId = randomUUID();
    const { triggerId, body } = sampleMessage(payloadVersion, triggerIdOf(requestId));
    await this.database.transaction(async (tx) => {
      tx.send(
        sql`INSERT INTO webhooks.event (trigger_id, corporation_id, doc_type, tax_id, purpose, mode, state, request_id, deadline_at,
           load_state, correlation_id, dispatched_at)
         VALUES ($1, $2, $3, $4, 'test', 'query', 'DISPATCHED', $5, now(), 'failed', $6, now())`,
        [triggerId, corporationId, sampleDocument.docType, sampleDocument.taxId, requestId, currentCorrelationId() ?? requestId],
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
      tx.afterCommit(() => this.dispatcher.kick());
    });
    return triggerId;
  }
}
