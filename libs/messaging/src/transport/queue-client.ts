import { definitionOf, type EventName, type PayloadOf, type RequestName } from '@vigia/contracts';
import { ClientProxy, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import { randomUUID } from 'node:crypto';
import { from } from 'rxjs';
import type { Broker } from '../broker/broker.js';
import { Messages } from './messages.js';

/** `Messages` behind Nest's own client interface, for code that is written against that. */
export class QueueClient extends ClientProxy {
  private readonly messages: Messages;

  constructor(
    private readonly broker: Broker,
    private readonly options: { timeoutMs: number },
  ) {
    super();
    this.messages = new Messages(broker);
  }

  /** The broker is connected before anything is built on it, and closed by whoever connected it. */
  async connect(): Promise<void> {}

  close(): void {}

  unwrap<T>(): T {
    return this.broker as T;
  }

  protected publish({ pattern, data }: ReadPacket<unknown>, callback: (packet: WritePacket) => void): () => void {
    const name = known(pattern, 'request') as RequestName;
    const answer = from(this.messages.request(name, data as PayloadOf<RequestName>, this.options)).subscribe({
      next: (response) => callback({ response, isDisposed: true }),
      error: (err: unknown) => callback({ err, isDisposed: true }),
    });
    return () => answer.unsubscribe();
  }

  protected async dispatchEvent<T>({ pattern, data }: ReadPacket<unknown>): Promise<T> {
    const name = known(pattern, 'event') as EventName;
    await this.messages.emit(name, data as PayloadOf<EventName>, { id: randomUUID() });
    return undefined as T;
  }
}

function known(pattern: unknown, kind: 'request' | 'event'): string {
  const name = String(pattern);
  if (definitionOf(name)?.kind !== kind) {
    throw new TypeError(`${name} is not ${kind === 'event' ? 'an event' : 'a request'}`);
  }
  return name;
}
