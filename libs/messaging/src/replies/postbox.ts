import type { BrokerRelay } from '../broker/datastore.js';

/** How mail reaches one process, and how it sends mail to others. Mail may be lost: nothing depends on it. */
export interface Postbox {
  /** Where mail for this process goes. */
  readonly address: string;
  open(take: (mail: unknown) => void): Promise<void>;
  send(address: string, mail: unknown): Promise<void>;
  /** Fires when the broker knows this process again after it had lost it. */
  onRecovered(listener: () => void): void;
  close(): Promise<void>;
}

/** By BullMQ's Relay. */
export class RelayPostbox implements Postbox {
  constructor(
    private readonly relay: BrokerRelay,
    readonly address: string,
    onTrouble: (error: Error) => void,
  ) {
    relay.on('error', onTrouble);
  }

  async open(take: (mail: unknown) => void): Promise<void> {
    await this.relay.subscribe(this.address, (message) => take(message.data));
  }

  async send(address: string, mail: unknown): Promise<void> {
    await this.relay.publish(address, mail);
  }

  onRecovered(listener: () => void): void {
    this.relay.on('recovered', listener);
  }

  close(): Promise<void> {
    return this.relay.close();
  }
}
