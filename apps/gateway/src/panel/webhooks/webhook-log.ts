import { Injectable } from '@nestjs/common';
import type { PayloadOf, WebhookDelivery, WebhookEvent } from '@vigia/contracts';
import { Peers, twice } from '@vigia/messaging';
import { PeerTurns } from '../../limits/peer-turns.js';

/** Pages of the log of what was sent to the receivers of a corporation. */
@Injectable()
export class WebhookLog {
  private readonly pages = new PeerTurns();

  constructor(private readonly peers: Peers) {}

  /** One event is found by its key, without a turn. */
  async events(asked: PayloadOf<'events.list'>): Promise<WebhookEvent[]> {
    const page = () => this.peers.ask('events.list', asked, twice);
    return (asked.triggerId === undefined ? await this.pages.take(asked.corporationId, page) : await page()).events.map(whole);
  }

  async deliveries(asked: PayloadOf<'deliveries.list'>): Promise<WebhookDelivery[]> {
    return (await this.pages.take(asked.corporationId, () => this.peers.ask('deliveries.list', asked, twice))).deliveries;
  }
}

type Kept = 'deliveriesKept' | 'bodies';

/** A dispatcher of the release before does not tell what is kept. */
function whole({
  deliveriesKept = true,
  bodies = [],
  ...event
}: Omit<WebhookEvent, Kept> & Partial<Pick<WebhookEvent, Kept>>): WebhookEvent {
  return { ...event, deliveriesKept, bodies };
}
