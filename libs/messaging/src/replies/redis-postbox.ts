import { randomUUID } from 'node:crypto';
import { PlainError } from '@vigia/contracts';
import { Redis } from 'ioredis';
import { largestMailBytes, type Postbox } from '../datastore/datastore.js';
import type { RedisConnection } from '../datastore/redis-connection.js';
import { BrokerRefusedError, settles } from '../datastore/reach.js';

/** Redis ends a connection with too much pending data. So a larger mail is stored under a key, and only the key is published. */
const largestToldBytes = 256 * 2 ** 10;
const leftForSeconds = 60;
/** Short, because after a wipe the queues lack their settings until the next look. */
const lookEveryMs = 1_500;
const knownForSeconds = 15;
/** A node of a cluster that has not answered within this time counts as lost. */
const silenceMs = 5_000;

type Told = { mail: unknown } | { leftAt: string };

/**
 * Uses publish and subscribe: one command per mail, where a relay takes more than forty. Mail that is sent while the connection is away is
 * lost.
 */
export class RedisPostbox implements Postbox {
  private readonly subscriber: RedisConnection;
  private readonly listeners: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;
  private isLooking = false;

  constructor(
    private readonly sender: RedisConnection,
    /** The connection with which workers end their jobs. */
    private readonly worker: RedisConnection,
    private readonly tag: string,
    readonly address: string,
    private readonly onTrouble: (error: Error) => void,
  ) {
    // Where ioredis 6.0.0 itself subscribes again, a failure of that ends the process.
    this.subscriber = sender instanceof Redis ? sender.duplicate({ autoResubscribe: false }) : sender.duplicate();
    this.subscriber.on('error', onTrouble);
  }

  async open(take: (mail: unknown) => void): Promise<void> {
    this.subscriber.on('message', (_channel: string, text: string) => void this.receive(text, take));
    await this.subscribe();
    this.subscriber.on('ready', () => void this.subscribe().catch(this.onTrouble));
    await this.isKnown();
    this.timer = setInterval(() => {
      void this.renew().catch(this.onTrouble);
      void this.look().catch(this.onTrouble);
    }, lookEveryMs);
  }

  async send(address: string, mail: unknown): Promise<void> {
    let text = JSON.stringify({ mail } satisfies Told);
    const bytes = Buffer.byteLength(text);
    if (bytes > largestMailBytes) throw new BrokerRefusedError(new Error(`${bytes} bytes are more than the ${largestMailBytes} of a mail`));
    if (bytes > largestToldBytes) {
      const leftAt = `${this.tag}:mail:${randomUUID()}`;
      await this.sender.set(leftAt, text, 'EX', leftForSeconds);
      text = JSON.stringify({ leftAt } satisfies Told);
    }
    // Not awaited: the end of the job that the mail replies to goes into the same packet.
    this.worker.publish(this.channelOf(address), text).catch(this.onTrouble);
  }

  onRecovered(listener: () => void): void {
    this.listeners.push(listener);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.subscriber.disconnect();
  }

  private async receive(text: string, take: (mail: unknown) => void): Promise<void> {
    try {
      const told = JSON.parse(text) as Told;
      if ('mail' in told) return take(told.mail);
      const left = await this.sender.getdel(told.leftAt);
      if (left !== null) take((JSON.parse(left) as { mail: unknown }).mail);
    } catch (error) {
      this.onTrouble(error as Error);
    }
  }

  /** If the key of this process is missing, the broker was wiped. The key is written again, so no later look finds that out. */
  private async renew(): Promise<void> {
    if (!(await this.isKnown())) this.listeners.forEach((listener) => listener());
  }

  /** Subscribing once more changes nothing, or detects a dead connection. */
  private async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      await this.subscribe();
    } finally {
      this.isLooking = false;
    }
  }

  /**
   * For a cluster, ioredis subscribes at any one node, over a connection without a time limit. If that node gives no answer, a new connection
   * to the cluster subscribes at any node again.
   */
  private async subscribe(): Promise<void> {
    for (;;) {
      const subscribed = this.subscriber.subscribe(this.channelOf(this.address));
      if (this.subscriber instanceof Redis || (await settles(subscribed, silenceMs))) {
        await subscribed;
        return;
      }
      // In any other state ioredis is about to connect by itself, and this would stop it.
      if (this.subscriber.status !== 'ready') continue;
      this.onTrouble(new PlainError(`a node of the Redis cluster has not answered a subscription within ${silenceMs} ms`));
      this.subscriber.disconnect(true);
    }
  }

  private async isKnown(): Promise<boolean> {
    return (await this.sender.set(`${this.tag}:known:${this.address}`, 1, 'EX', knownForSeconds, 'GET')) !== null;
  }

  private channelOf(address: string): string {
    return `${this.tag}:mail:${address}`;
  }
}
