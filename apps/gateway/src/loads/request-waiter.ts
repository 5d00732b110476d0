import { EventEmitter } from 'node:events';
import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, sql } from '@vigia/database';
import { Messages } from '@vigia/messaging';
import type { RequestItem, RequestOutcome } from './domain/load-answer.js';

interface ItemRow extends RequestItem, Pick<RequestOutcome, 'activationFailed' | 'monthsIgnored'> {
  requestState: 'loading' | 'settling' | 'finished';
}

const lookAgainMs = 1_000;

/** Waits for the row of a request. A notice only makes it look sooner. */
@Injectable()
export class RequestWaiter implements OnModuleInit, BeforeApplicationShutdown {
  /** By the id of a request: several calls may wait for one. */
  private readonly notices = new EventEmitter().setMaxListeners(0);
  private stopping = false;
  private stopListening: (() => void) | undefined;

  constructor(
    private readonly database: Database,
    private readonly messages: Messages,
  ) {}

  onModuleInit(): void {
    this.stopListening = this.messages.onNotice(({ id }) => void this.notices.emit(id));
  }

  /** Clients that still wait are told to look later: the load continues without this replica. */
  beforeApplicationShutdown(): void {
    this.stopping = true;
    this.stopListening?.();
    for (const id of this.notices.eventNames()) this.notices.emit(id);
  }

  async isKnown(requestId: string): Promise<boolean> {
    return (await this.read(requestId)).items.length > 0;
  }

  async outcome(requestId: string, waitMs: number): Promise<RequestOutcome> {
    const until = performance.now() + waitMs;
    for (;;) {
      const noticed = this.nextLook(requestId, Math.min(lookAgainMs, until - performance.now()));
      const outcome = await this.read(requestId);
      if (outcome.finished || performance.now() >= until || this.stopping) return outcome;
      await noticed;
    }
  }

  /** Starts listening before the row is read, so that it cannot miss a notice in between. */
  private nextLook(requestId: string, delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        clearTimeout(timer);
        this.notices.off(requestId, look);
        resolve();
      };
      const timer = setTimeout(look, Math.max(0, delayMs));
      this.notices.on(requestId, look);
    });
  }

  private async read(requestId: string): Promise<RequestOutcome> {
    const rows = await this.database.rows<ItemRow>(
      sql`SELECT request.state AS request_state, activation_failed, months_ignored, item.tax_id, item.state, item.reason, item.refusal
       FROM profiles.request_status AS request JOIN profiles.item_status AS item USING (request_id)
       WHERE request_id = $1 ORDER BY item.tax_id`,
      [requestId],
    );
    const items = rows.map(({ taxId, state, reason, refusal }) => ({ taxId, state, reason, refusal }));
    const { requestState, activationFailed = 0, monthsIgnored = null } = rows[0] ?? {};
    return { finished: requestState === 'finished', activationFailed, monthsIgnored, items };
  }
}
