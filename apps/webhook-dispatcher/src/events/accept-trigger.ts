import { Inject, Injectable } from '@nestjs/common';
import { isValidDocument, VigiaError, webhookType, type PayloadOf, type ReplyOf } from '@vigia/contracts';
import { inTransaction, type Transaction } from '@vigia/database';
import { currentCorrelationId } from '@vigia/observability';
import { SETTINGS } from '@vigia/service-kit';
import { DataSource } from 'typeorm';
import { DeliveryDispatcher } from '../deliveries/delivery-dispatcher.js';
import { triggerIdOf } from '../domain/trigger-id.js';
import type { WebhookDispatcherSettings } from '../settings.js';
import { dispatchEvent } from './dispatch-event.js';
import { StartLoads } from './start-loads.js';

type Trigger = PayloadOf<'webhooks.trigger'>;
type Accepted = ReplyOf<'webhooks.trigger'>;

@Injectable()
export class AcceptTrigger {
  constructor(
    private readonly database: DataSource,
    private readonly dispatcher: DeliveryDispatcher,
    private readonly loads: StartLoads,
    @Inject(SETTINGS) private readonly settings: WebhookDispatcherSettings,
  ) {}

  async accept(trigger: Trigger): Promise<Accepted> {
    const { docType, taxId } = trigger;
    if (!isValidDocument(docType, taxId)) throw VigiaError.of('document_invalid', { docType });
    return inTransaction(this.database, async (tx) => {
      const triggerId = triggerIdOf(trigger.requestId);
      if (!(await insertEvent(tx, trigger, triggerId, this.settings.loadWaitMs))) return acceptedBefore(tx, trigger, triggerId);
      await insertDeliveries(tx, trigger, triggerId);
      const standing = await standingOf(tx, trigger);
      if (standing.isActive && standing.openRequestId === null) {
        await dispatchEvent(tx, triggerId);
        tx.afterCommit(() => this.dispatcher.kick());
        return { triggerId, loading: false };
      }
      // A load of this corporation that is under way already is waited for like one of our own.
      if (standing.openRequestId !== null) await joinRequest(tx, triggerId, standing.openRequestId);
      else tx.afterCommit(() => this.loads.kick());
      return { triggerId, loading: true };
    });
  }
}

/** The index on waiting events lets one of those in that come at the same time; the others wait for it and then find it. */
async function insertEvent(tx: Transaction, trigger: Trigger, triggerId: string, loadWaitMs: number): Promise<boolean> {
  const { requestId, corporationId, docType, taxId, mode } = trigger;
  const inserted = await tx.query(
    `INSERT INTO webhooks.event (trigger_id, corporation_id, doc_type, tax_id, purpose, mode, state, request_id, start_due_at, deadline_at,
       correlation_id)
     VALUES ($1, $2, $3, $4, 'trigger', $5, 'LOADING_PROFILE', $6, now(), now() + $7 * interval '1 ms', $8)
     ON CONFLICT DO NOTHING RETURNING trigger_id`,
    [triggerId, corporationId, docType, taxId, mode, requestId, loadWaitMs, currentCorrelationId() ?? requestId],
  );
  return inserted.length > 0;
}

/** A request that comes again gets the answer of the first time; another one for the same document is refused. */
async function acceptedBefore(tx: Transaction, { corporationId, taxId }: Trigger, triggerId: string): Promise<Accepted> {
  const [own] = await tx.query<{ loading: boolean }>(
    `SELECT state = 'LOADING_PROFILE' AS loading FROM webhooks.event WHERE trigger_id = $1 AND corporation_id = $2`,
    [triggerId, corporationId],
  );
  if (!own) throw VigiaError.of('webhook_loading', { taxId });
  return { triggerId, loading: own.loading };
}

async function insertDeliveries(tx: Transaction, { corporationId }: Trigger, triggerId: string): Promise<void> {
  const deliveries = await tx.query(
    `INSERT INTO webhooks.delivery (trigger_id, configuration_id, corporation_id)
     SELECT $1, id, corporation_id FROM webhooks.configuration
     WHERE corporation_id = $2 AND type = $3 AND active_place IS NOT NULL ORDER BY active_place RETURNING id`,
    [triggerId, corporationId, webhookType],
  );
  if (deliveries.length === 0) throw VigiaError.of('webhook_not_configured');
}

async function standingOf(tx: Transaction, { corporationId, docType, taxId }: Trigger) {
  const [standing] = await tx.query<{ isActive: boolean; openRequestId: string | null }>(
    `SELECT EXISTS (
         SELECT FROM billing.access WHERE corporation_id = $1 AND doc_type = $2 AND tax_id = $3
           AND state = 'active' AND (expires_at IS NULL OR expires_at > public.business_now())) AS "isActive",
       (SELECT request.id FROM profiles.load JOIN profiles.load_item AS item ON item.load_id = load.id
          JOIN profiles.load_request AS request ON request.id = item.request_id
        WHERE load.tax_id = $3 AND load.doc_type = $2 AND load.state = 'open' AND request.corporation_id = $1
        ORDER BY request.created_at DESC LIMIT 1) AS "openRequestId"`,
    [corporationId, docType, taxId],
  );
  return standing!;
}

async function joinRequest(tx: Transaction, triggerId: string, requestId: string): Promise<void> {
  await tx.query(`UPDATE webhooks.event SET request_id = $2, start_due_at = NULL WHERE trigger_id = $1`, [triggerId, requestId]);
}
