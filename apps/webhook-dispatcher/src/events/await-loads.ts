import { Inject, Injectable } from '@nestjs/common';
import type { Document } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { Loop } from '@vigia/dispatch';
import { Messages } from '@vigia/messaging';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { DeliveryDispatcher } from '../deliveries/delivery-dispatcher.js';
import { dispatchWaiting } from './event-statements.js';
import { readProfile } from './read-profile.js';
import { toldBodies } from './told-bodies.js';

interface WaitingEvent extends Document {
  triggerId: string;
  corporationId: string;
  position: string;
}

const pollMs = 500;
const batch = 100;

const findEnded = sql`
  SELECT trigger_id, event.corporation_id, event.doc_type, tax_id, position
  FROM webhooks.event LEFT JOIN profiles.request_status AS request USING (request_id)
  WHERE event.state = 'LOADING_PROFILE' AND (event.deadline_at <= now() OR request.state = 'finished')
    AND ($1::bigint IS NULL OR event.position > $1::bigint)
  ORDER BY event.position LIMIT ${batch}`;

/** Looks which events need not wait any longer: their load has ended and is settled, was refused, or takes too long. */
@Injectable()
export class AwaitLoads {
  private readonly loop: Loop;
  private stopListening: (() => void) | undefined;

  constructor(
    private readonly database: Database,
    private readonly messages: Messages,
    private readonly dispatcher: DeliveryDispatcher,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loop = new Loop({ name: 'awaited loads', intervalMs: pollMs, step: () => this.dispatchEnded(), logger });
  }

  start(): void {
    this.stopListening = this.messages.onNotice(() => this.kick());
    this.loop.start();
  }

  kick(): void {
    this.loop.kick();
  }

  async stop(): Promise<void> {
    this.stopListening?.();
    await this.loop.stop();
  }

  /** A round goes through everything that has ended: events that cannot be dispatched keep back none behind them. */
  private async dispatchEnded(): Promise<boolean> {
    let last: string | undefined;
    do {
      const ended: WaitingEvent[] = await this.database.rows(findEnded, [last]);
      for (const event of ended) await this.dispatch(event);
      last = ended.length === batch ? ended.at(-1)?.position : undefined;
    } while (last);
    return false;
  }

  private async dispatch(event: WaitingEvent): Promise<void> {
    try {
      await this.database.transaction(async (tx) => {
        const profile = await readProfile(tx, event);
        const { v1, v2 } = toldBodies(event, profile);
        tx.send(dispatchWaiting, [event.triggerId, profile.loadState, v1, v2]);
        tx.afterCommit(() => this.dispatcher.kick());
      });
    } catch (error) {
      this.logger.error({ err: error, triggerId: event.triggerId }, 'event not dispatched, stays due');
    }
  }
}
