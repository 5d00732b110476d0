import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import type { WebhookDispatcherSettings } from '../settings.js';
import type { Claimed } from './claim-statement.js';
import { DeliveryDispatcher } from './delivery-dispatcher.js';
import { RunDelivery } from './run-delivery.js';

/**
 * A trigger has come by a queue already: the process that writes its deliveries down puts their first attempts on record with them and
 * makes them, as far as it and their receivers have places free. The dispatcher finds what is left over, and all of it if this process dies.
 */
@Injectable()
export class FirstAttempts {
  private readonly stopping = new AbortController();
  private isStopped = false;
  /** With those that may still be put on record. */
  private underWay = 0;
  private allEnded = () => {};

  constructor(
    private readonly deliveries: RunDelivery,
    private readonly dispatcher: DeliveryDispatcher,
    @Inject(SETTINGS) private readonly settings: WebhookDispatcherSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whoever writes events down is told for how many first attempts there is room. Those that come of it have to be started. */
  async within<Event extends { started: Claimed[] }>(atMost: number, write: (room: number) => Promise<Event[]>): Promise<Event[]> {
    const room = this.isStopped ? 0 : Math.max(0, Math.min(atMost, this.settings.attemptsAtOnce - this.underWay));
    this.underWay += room;
    let unused = room;
    try {
      const events = await write(room);
      unused -= events.reduce((sum, { started }) => sum + started.length, 0);
      if (room < atMost) this.dispatcher.kick();
      return events;
    } finally {
      this.end(unused);
    }
  }

  start(claimed: Claimed[]): void {
    for (const one of claimed) void this.attempt(one);
  }

  /** Nothing more is begun. What is under way has a while to end. */
  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.underWay === 0) return;
    const timer = setTimeout(() => this.stopping.abort(), this.settings.shutdownGraceMs);
    await new Promise<void>((resolve) => (this.allEnded = resolve));
    clearTimeout(timer);
  }

  private async attempt(claimed: Claimed): Promise<void> {
    const { deliveryId, triggerId } = claimed;
    try {
      await this.deliveries.attemptFrom(claimed, this.stopping.signal);
    } catch (error) {
      this.logger.error({ err: error, deliveryId, triggerId }, 'attempt not ended, its delivery is due again after the lease');
    } finally {
      this.end(1);
    }
  }

  private end(attempts: number): void {
    this.underWay -= attempts;
    if (this.underWay === 0) this.allEnded();
  }
}
