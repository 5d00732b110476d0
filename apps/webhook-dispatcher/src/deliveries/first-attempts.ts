import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import type { WebhookDispatcherSettings } from '../settings.js';
import type { Claimed } from './claims.js';
import { DeliveryDispatcher } from './delivery-dispatcher.js';
import { DeliveryRunner } from './delivery-runner.js';

/**
 * The replica that writes the deliveries of a trigger also makes their first attempts, because the trigger has already come through a
 * queue. It does so as long as the replica and the receivers have free slots. The delivery dispatcher finds the rest, and everything if
 * this process dies.
 */
@Injectable()
export class FirstAttempts {
  private readonly stopping = new AbortController();
  private isStopped = false;
  /** Includes attempts that may still be recorded. */
  private underWay = 0;
  private allEnded = () => {};

  constructor(
    private readonly deliveryRunner: DeliveryRunner,
    private readonly deliveryDispatcher: DeliveryDispatcher,
    @Inject(SETTINGS) private readonly settings: WebhookDispatcherSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Calls `write` with the number of free slots for first attempts. The caller must start the attempts that `write` recorded. */
  async within<Event extends { started: Claimed[] }>(atMost: number, write: (slots: number) => Promise<Event[]>): Promise<Event[]> {
    const slots = this.isStopped ? 0 : Math.max(0, Math.min(atMost, this.settings.attemptsAtOnce - this.underWay));
    this.underWay += slots;
    let unused = slots;
    try {
      const events = await write(slots);
      unused -= events.reduce((sum, { started }) => sum + started.length, 0);
      if (slots < atMost) this.deliveryDispatcher.kick();
      return events;
    } finally {
      this.end(unused);
    }
  }

  start(claimed: Claimed[]): void {
    for (const one of claimed) void this.attempt(one);
  }

  /** Starts nothing more. Running attempts have the shutdown grace period to end. */
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
      await this.deliveryRunner.attemptFrom(claimed, this.stopping.signal);
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
