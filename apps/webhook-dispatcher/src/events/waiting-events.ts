import { Inject, Injectable } from '@nestjs/common';
import { Database, sql } from '@vigia/database';
import { Loop, type UntilDue } from '@vigia/dispatch';
import { Messages } from '@vigia/messaging';
import { inTrace, withCorrelationId, type Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { DeliveryDispatcher } from '../deliveries/delivery-dispatcher.js';
import { renderBodies, writeBodies } from './bodies.js';
import { readAwaited, type AwaitedProfile } from './read-profiles.js';

interface WaitingEvent extends AwaitedProfile {
  triggerId: string;
  position: string;
  correlationId: string;
  traceParent: string | null;
}

const pollMs = 500;
const batch = 100;

/**
 * A request is finished at once if it leaves a document to another request of its corporation, whose access is pending until that request
 * ends. Billing knows of that request before it is on record, and ends the access if it never is. A forced update does not decide whether a
 * profile is active. While it is, its event waits only for its own load, as a trigger that comes after that load waits for nothing.
 */
const findEnded = sql`
  SELECT trigger_id, event.corporation_id, event.doc_type, tax_id, request_id, position, event.correlation_id, trace_parent
  FROM webhooks.event LEFT JOIN profiles.request_status AS request USING (request_id)
  WHERE event.state = 'LOADING_PROFILE' AND (event.deadline_at <= now() OR request.state = 'finished' AND NOT EXISTS (
      SELECT FROM billing.current_access AS access LEFT JOIN profiles.request_status AS owner USING (request_id)
      WHERE access.corporation_id = event.corporation_id AND access.tax_id = event.tax_id AND access.doc_type = event.doc_type
        AND access.state = 'pending' AND owner.state IS DISTINCT FROM 'finished')
      OR request.is_forced_update AND EXISTS (
        SELECT FROM profiles.item_status AS item JOIN billing.current_access AS access USING (tax_id)
        WHERE item.request_id = event.request_id AND item.tax_id = event.tax_id AND item.state IN ('loaded', 'failed')
          AND access.corporation_id = event.corporation_id AND access.doc_type = event.doc_type AND access.state = 'active'))
    AND ($1::bigint IS NULL OR event.position > $1::bigint)
  ORDER BY event.position LIMIT ${batch}`;

/** While an event waits, its load may end at any time, and the notice of that may get lost. */
const isAnyWaiting = sql`
  SELECT CASE WHEN EXISTS (SELECT FROM webhooks.event WHERE state = 'LOADING_PROFILE') THEN 0::float8 END AS due_in_ms`;

/**
 * The transaction that finds the event waiting dispatches it, and a later one changes nothing: the bodies are written once and the
 * deliveries become due. If a configuration was switched off since the trigger, its delivery becomes SKIPPED_INACTIVE.
 */
const dispatchWaiting = sql`
  WITH dispatched AS (
    UPDATE webhooks.event SET state = 'DISPATCHED', dispatched_at = now(), start_due_at = NULL, load_state = $2
    WHERE trigger_id = $1 AND dispatched_at IS NULL RETURNING trigger_id),
  due AS (
    UPDATE webhooks.delivery SET payload_version = configuration.payload_version,
      state = CASE WHEN active_place IS NULL THEN 'SKIPPED_INACTIVE' ELSE 'PENDING' END,
      next_at = CASE WHEN active_place IS NOT NULL THEN now() END,
      closed_at = CASE WHEN active_place IS NULL THEN now() END
    FROM dispatched, webhooks.configuration
    WHERE configuration.id = configuration_id AND delivery.trigger_id = dispatched.trigger_id
    RETURNING delivery.trigger_id, configuration_id, delivery.state, configuration.payload_version AS version),
  payload AS (${writeBodies(sql`(VALUES ($1, $3::bytea, $4::bytea))`, 'due')})
  SELECT configuration_id FROM due WHERE state = 'SKIPPED_INACTIVE'`;

/** Dispatches events whose request and access are decided, or that have waited too long. */
@Injectable()
export class WaitingEvents {
  private readonly loop: Loop;
  private stopListening: (() => void) | undefined;

  constructor(
    private readonly database: Database,
    private readonly messages: Messages,
    private readonly deliveryDispatcher: DeliveryDispatcher,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const untilDue = () => database.rows<UntilDue>(isAnyWaiting);
    this.loop = new Loop({ name: 'awaited loads', intervalMs: pollMs, step: (stopping) => this.dispatchEnded(stopping), untilDue, logger });
  }

  start(): void {
    this.stopListening = this.messages.onNotice(() => this.loop.kick());
    this.loop.start();
  }

  async stop(): Promise<void> {
    this.stopListening?.();
    await this.loop.stop();
  }

  /** A round goes through all events that may be dispatched, so that a failing one delays none of the following. */
  private async dispatchEnded(stopping: AbortSignal): Promise<void> {
    let last: string | undefined;
    do {
      const ended: WaitingEvent[] = await this.database.rows(findEnded, [last]);
      for (const event of ended) {
        if (stopping.aborted) return;
        const dispatch = () => inTrace(event.traceParent, 'dispatch event', () => this.dispatch(event));
        await withCorrelationId(event.correlationId, dispatch);
      }
      last = ended.length === batch ? ended.at(-1)?.position : undefined;
    } while (last);
  }

  private async dispatch(event: WaitingEvent): Promise<void> {
    try {
      await this.database.transaction(async (tx) => {
        const profile = await readAwaited(tx, event);
        const { v1, v2 } = renderBodies(event, profile);
        const given = [event.triggerId, profile.loadState, Buffer.from(v1), Buffer.from(v2)];
        const skipped = tx.sendFor<{ configurationId: string }>(dispatchWaiting, given);
        tx.afterCommit(() => {
          this.deliveryDispatcher.kick();
          const { triggerId, corporationId } = event;
          for (const { configurationId } of skipped())
            this.logger.info({ configurationId, corporationId, triggerId, skipped: 1 }, 'waiting deliveries skipped');
        });
      });
    } catch (error) {
      this.logger.error({ err: error, triggerId: event.triggerId }, 'event not dispatched, stays due');
    }
  }
}
