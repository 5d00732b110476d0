import { Injectable } from '@nestjs/common';
import type { PayloadOf, WebhookDelivery, WebhookEvent } from '@vigia/contracts';
import { BulkheadByKey } from '@vigia/dispatch';
import { Peers, twice } from '@vigia/messaging';

/** As many as a corporation has pages open. The dispatcher reads one page of a corporation at a time and lets only three wait. */
const mostOfOne = { running: 1, waiting: 100 };

/** Pages of the log of what was sent to the receivers of a corporation. */
@Injectable()
export class WebhookLog {
  private readonly pages = new BulkheadByKey(Infinity, mostOfOne);

  constructor(private readonly peers: Peers) {}

  async events(asked: PayloadOf<'events.list'>): Promise<WebhookEvent[]> {
    return (await this.pages.run(asked.corporationId, () => this.peers.ask('events.list', asked, twice))).events;
  }

  async deliveries(asked: PayloadOf<'deliveries.list'>): Promise<WebhookDelivery[]> {
    return (await this.pages.run(asked.corporationId, () => this.peers.ask('deliveries.list', asked, twice))).deliveries;
  }
}
