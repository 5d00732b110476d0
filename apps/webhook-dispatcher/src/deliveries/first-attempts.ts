import { Inject, Injectable } from '@nestjs/common';
import { Batches } from '@vigia/dispatch';
import type { Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import type { WebhookDispatcherSettings } from '../settings.js';
import { ClaimFresh } from './claim-fresh.js';
import type { Claimed } from './claim-statement.js';
import { DeliveryDispatcher } from './delivery-dispatcher.js';
import { RunDelivery } from './run-delivery.js';

/**
 * A trigger has come by a queue already: the process that wrote its deliveries down goes on with them, as far as it and their receivers
 * have places free. The dispatcher finds what is left over, and all of it if this process dies.
 */
@Injectable()
export class FirstAttempts {
  private readonly together = new Batches((triggerIds: string[]) => this.claimAll(triggerIds));
  private readonly open = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private isStopped = false;
  private underWay = 0;

  constructor(
    private readonly fresh: ClaimFresh,
    private readonly deliveries: RunDelivery,
    private readonly dispatcher: DeliveryDispatcher,
    @Inject(SETTINGS) private readonly settings: WebhookDispatcherSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  start(triggerId: string): void {
    if (this.isStopped) return;
    const ended = this.attemptAll(triggerId).finally(() => this.open.delete(ended));
    this.open.add(ended);
  }

  /** Nothing more is begun. What is under way has a while to end. */
  async stop(): Promise<void> {
    this.isStopped = true;
    const timer = setTimeout(() => this.stopping.abort(), this.settings.shutdownGraceMs);
    await Promise.all(this.open);
    clearTimeout(timer);
  }

  private async attemptAll(triggerId: string): Promise<void> {
    try {
      const claimed = await this.together.add(triggerId);
      await Promise.all(claimed.map((one) => this.attempt(one)));
    } catch (error) {
      this.logger.warn({ err: error, triggerId }, 'first attempts are left to the dispatcher');
    }
  }

  private async attempt(claimed: Claimed): Promise<void> {
    const { deliveryId, triggerId } = claimed;
    try {
      await this.deliveries.attemptFrom(claimed, this.stopping.signal);
    } catch (error) {
      this.logger.error({ err: error, deliveryId, triggerId }, 'attempt not ended, its delivery is due again after the lease');
    } finally {
      this.underWay -= 1;
    }
  }

  private async claimAll(triggerIds: string[]): Promise<Claimed[][]> {
    const room = this.settings.attemptsAtOnce - this.underWay;
    const claimed = room > 0 ? await this.fresh.claim(triggerIds, room) : [];
    this.underWay += claimed.length;
    if (claimed.length >= room) this.dispatcher.kick();
    return triggerIds.map((triggerId) => claimed.filter((one) => one.triggerId === triggerId));
  }
}
