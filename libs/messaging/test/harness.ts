import { createLogger } from '@vigia/observability';
import { setTimeout as delay } from 'node:timers/promises';
import { connectBroker, type Broker, type BrokerEvent, type BrokerOptions } from '../src/index.js';

export const quiet = createLogger('messaging-test', { level: process.env['VIGIA_TEST_LOG'] ?? 'silent' });

/** Everything that a test opens. It is closed again in reverse order. */
export class Opened {
  private readonly items: { close(): Promise<unknown> }[] = [];
  readonly events: BrokerEvent[] = [];

  constructor(
    private readonly url: () => string,
    readonly prefix: string,
  ) {}

  async broker(service: string, options: Partial<BrokerOptions> = {}): Promise<Broker> {
    const observe = (event: BrokerEvent) => this.events.push(event);
    const broker = await connectBroker({ url: this.url(), service, prefix: this.prefix, logger: quiet, observe, ...options });
    return this.add(broker);
  }

  add<T extends { close(): Promise<unknown> }>(item: T): T {
    this.items.push(item);
    return item;
  }

  async close(): Promise<void> {
    for (const item of this.items.reverse()) {
      await item.close();
    }
  }
}

type Probed<T> = T | false | undefined;

export async function waitUntil<T>(what: string, probe: () => Probed<T> | Promise<Probed<T>>, timeoutMs = 120_000): Promise<T> {
  const giveUpAt = Date.now() + timeoutMs;
  let cause: unknown;
  for (;;) {
    try {
      const value = await probe();
      if (value) return value;
    } catch (error) {
      cause = error;
    }
    if (Date.now() > giveUpAt) throw new Error(`waited ${timeoutMs} ms in vain: ${what}`, { cause });
    await delay(20);
  }
}
