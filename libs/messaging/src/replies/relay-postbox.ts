import type { Relay } from 'bullmq';
import type { Postbox } from '../datastore/datastore.js';

export class RelayPostbox implements Postbox {
  constructor(
    /* eslint-disable-next-line typescript/no-explicit-any -- the mail is checked where it is read */
    private readonly relay: Relay<any>,
    readonly address: string,
    onTrouble: (error: Error) => void,
    private readonly onOpen: () => void,
  ) {
    relay.on('error', onTrouble);
  }

  async open(take: (mail: unknown) => void): Promise<void> {
    await this.relay.subscribe(this.address, (message) => take(message.data));
    this.onOpen();
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
