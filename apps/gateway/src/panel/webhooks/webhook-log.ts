import { Injectable } from '@nestjs/common';
import { type PayloadOf, VigiaError, type WebhookDelivery, type WebhookEvent } from '@vigia/contracts';
import { BulkheadByKey } from '@vigia/dispatch';
import { Peers, twice } from '@vigia/messaging';

/** As many as a corporation has pages open. The dispatcher reads one page of a corporation at a time and lets only three wait. */
const mostOfOne = { running: 1, waiting: 100 };

/** Pages of the log of what was sent to the receivers of a corporation. */
@Injectable()
export class WebhookLog {
  private readonly pages = new BulkheadByKey(Infinity, mostOfOne);

  constructor(private readonly peers: Peers) {}

  /** One event is found by its key, without a turn. */
  async events(asked: PayloadOf<'events.list'>): Promise<WebhookEvent[]> {
    const page = () => this.peers.ask('events.list', asked, twice);
    return (asked.triggerId === undefined ? await this.turn(asked.corporationId, page) : await page()).events;
  }

  async deliveries(asked: PayloadOf<'deliveries.list'>): Promise<WebhookDelivery[]> {
    return (await this.turn(asked.corporationId, () => this.peers.ask('deliveries.list', asked, twice))).deliveries;
  }

  /** While the dispatcher does not answer, the pages behind one that has waited in vain are refused too, instead of waiting one after another. */
  private turn<T>(corporationId: string, page: () => Promise<T>): Promise<T> {
    return this.pages.run(corporationId, async () => {
      try {
        return await page();
      } catch (error) {
        if (error instanceof VigiaError && error.code === 'unavailable') this.pages.refuseWaiting(corporationId, error);
        throw error;
      }
    });
  }
}
