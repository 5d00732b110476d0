import { Inject, Injectable } from '@nestjs/common';
import { isValidDocument, VigiaError, webhookType, type PayloadOf, type ReplyOf } from '@vigia/contracts';
import { inTransaction, type Transaction } from '@vigia/database';
import { currentCorrelationId } from '@vigia/observability';
import { SETTINGS } from '@vigia/service-kit';
import { DataSource } from 'typeorm';
import { DeliveryDispatcher } from '../deliveries/delivery-dispatcher.js';
import { triggerIdOf } from '../domain/trigger-id.js';
import type { WebhookDispatcherSettings } from '../settings.js';
import { insertDispatched, insertWaiting } from './event-statements.js';
import { readProfile, type ToldProfile } from './read-profile.js';
import { StartLoads } from './start-loads.js';
import { toldBodies } from './told-bodies.js';

type Trigger = PayloadOf<'webhooks.trigger'>;
type Accepted = ReplyOf<'webhooks.trigger'>;
type Statement = [sql: string, parameters: unknown[]];

interface Inserted {
  isNew: boolean;
  hasReceivers: boolean;
}

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
      const [openRequestId, profile] = await Promise.all([openRequestOf(tx, trigger), readProfile(tx, trigger)]);
      const loading = !profile.isActive || openRequestId !== undefined;
      const statement = loading ? this.waiting(trigger, triggerId, openRequestId) : dispatched(trigger, triggerId, profile);
      const [inserted] = await tx.query<Inserted>(...statement);
      if (!inserted?.isNew) return acceptedBefore(tx, trigger, triggerId);
      if (!inserted.hasReceivers) throw VigiaError.of('webhook_not_configured');
      tx.afterCommit(() => (loading ? this.loads : this.dispatcher).kick());
      return { triggerId, loading };
    });
  }

  /** A load of this corporation that is under way already is waited for like one of our own. */
  private waiting(trigger: Trigger, triggerId: string, openRequestId: string | undefined): Statement {
    const startsLoad = openRequestId === undefined;
    const columns = [...identityOf(trigger, triggerId), openRequestId ?? trigger.requestId, startsLoad, this.settings.loadWaitMs];
    return [insertWaiting, columns];
  }
}

function dispatched(trigger: Trigger, triggerId: string, profile: ToldProfile): Statement {
  const bodies = toldBodies({ ...trigger, triggerId }, profile);
  return [insertDispatched, [...identityOf(trigger, triggerId), trigger.requestId, profile.loadState, ...bodies]];
}

function identityOf({ requestId, corporationId, docType, taxId, mode }: Trigger, triggerId: string): unknown[] {
  return [triggerId, corporationId, docType, taxId, mode, currentCorrelationId() ?? requestId, webhookType];
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
