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
import { readProfile } from './read-profile.js';
import { StartLoads } from './start-loads.js';

type Trigger = PayloadOf<'webhooks.trigger'>;
type Accepted = ReplyOf<'webhooks.trigger'>;

/** The index on waiting events lets one of those in that come at the same time; the others wait for it and then find it. */
const insertEvent = `
  WITH event AS (
    INSERT INTO webhooks.event (trigger_id, corporation_id, doc_type, tax_id, purpose, mode, state, request_id, start_due_at, deadline_at,
      correlation_id)
    VALUES ($1, $2, $3, $4, 'trigger', $5, 'LOADING_PROFILE', $6, now(), now() + $7 * interval '1 ms', $8)
    ON CONFLICT DO NOTHING RETURNING trigger_id, corporation_id),
  delivery AS (
    INSERT INTO webhooks.delivery (trigger_id, configuration_id, corporation_id)
    SELECT trigger_id, id, corporation_id FROM event JOIN webhooks.configuration USING (corporation_id)
    WHERE type = $9 AND active_place IS NOT NULL ORDER BY active_place RETURNING 1)
  SELECT EXISTS (SELECT FROM event) AS "isNew", EXISTS (SELECT FROM delivery) AS "hasReceivers"`;

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
    const triggerId = triggerIdOf(trigger.requestId);
    return inTransaction(this.database, async (tx) => {
      // Asked for together: the three follow each other without waiting.
      const [{ isNew, hasReceivers }, openRequestId, profile] = await Promise.all([
        this.insert(tx, trigger, triggerId),
        openRequestOf(tx, trigger),
        readProfile(tx, trigger),
      ]);
      if (!isNew) return acceptedBefore(tx, trigger, triggerId);
      if (!hasReceivers) throw VigiaError.of('webhook_not_configured');
      if (profile.isActive && openRequestId === undefined) {
        dispatchEvent(tx, { ...trigger, triggerId }, profile);
        tx.afterCommit(() => this.dispatcher.kick());
        return { triggerId, loading: false };
      }
      // A load of this corporation that is under way already is waited for like one of our own.
      if (openRequestId !== undefined) joinRequest(tx, triggerId, openRequestId);
      else tx.afterCommit(() => this.loads.kick());
      return { triggerId, loading: true };
    });
  }

  private async insert(tx: Transaction, { requestId, corporationId, docType, taxId, mode }: Trigger, triggerId: string) {
    const { loadWaitMs } = this.settings;
    const correlationId = currentCorrelationId() ?? requestId;
    const columns = [triggerId, corporationId, docType, taxId, mode, requestId, loadWaitMs, correlationId, webhookType];
    const [inserted] = await tx.query<{ isNew: boolean; hasReceivers: boolean }>(insertEvent, columns);
    return inserted!;
  }
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

async function openRequestOf(tx: Transaction, { corporationId, docType, taxId }: Trigger): Promise<string | undefined> {
  const [open] = await tx.query<{ id: string }>(
    `SELECT request.id FROM profiles.load JOIN profiles.load_item AS item ON item.load_id = load.id
       JOIN profiles.load_request AS request ON request.id = item.request_id
     WHERE load.tax_id = $3 AND load.doc_type = $2 AND load.state = 'open' AND request.corporation_id = $1
     ORDER BY request.created_at DESC LIMIT 1`,
    [corporationId, docType, taxId],
  );
  return open?.id;
}

function joinRequest(tx: Transaction, triggerId: string, requestId: string): void {
  tx.send(`UPDATE webhooks.event SET request_id = $2, start_due_at = NULL WHERE trigger_id = $1`, [triggerId, requestId]);
}
