import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Messages } from '@vigia/messaging';
import { Queue, type JobsOptions } from 'bullmq';
import { Pool } from 'undici';
import { redisConnection } from '../redis-connection.js';
import { quantile } from '../statistics.js';
import { timesOf } from '../times.js';
import { now, type Arrivals } from './arrivals.js';
import type { PlainJob } from './plain-sender.js';

export const paths = ['/1', '/2', '/3'] as const;
const secretKey = randomBytes(32).toString('base64');

/** One way to have an event sent to three receivers. */
export interface Contender {
  name: string;
  /** Gives the id under which it arrives. */
  fire(): Promise<string>;
  close(): Promise<void>;
}

export function ours(messages: Messages, corporationId: string, pickTaxId: () => string): Contender {
  return {
    name: 'ours',
    async fire() {
      const trigger = { requestId: randomUUID(), corporationId, docType: 'RUC' as const, taxId: pickTaxId(), mode: 'monitoring' as const };
      return (await messages.request('webhooks.trigger', trigger, { timeoutMs: 30_000 })).triggerId;
    },
    close: async () => undefined,
  };
}

/** No queue, no row: what the network and the signature cost. */
export function rawUndici(url: string, body: string): Contender {
  const receivers = new Pool(url, { connections: 30 });
  const send = async (path: string, triggerId: string) => {
    const signature = `sha256=${createHmac('sha256', secretKey).update(body).digest('hex')}`;
    const headers = { 'content-type': 'application/json', 'x-service-trigger-id': triggerId, 'x-service-signature': signature };
    const answer = await receivers.request({ method: 'POST', path, headers, body });
    await answer.body.dump();
  };
  return {
    name: 'undici and HMAC',
    async fire() {
      const triggerId = randomUUID();
      await Promise.all(paths.map((path) => send(path, triggerId)));
      return triggerId;
    },
    close: () => receivers.destroy(),
  };
}

export function plainDeliveries(triggerId: string, body: string): { name: string; data: PlainJob; opts: JobsOptions }[] {
  const opts = { removeOnComplete: true, removeOnFail: true };
  return paths.map((path) => ({ name: 'delivery', data: { path, triggerId, body, secretKey }, opts }));
}

export function plainQueue(redisUrl: string, body: string): Contender {
  const queue = new Queue<PlainJob>('plain-deliveries', { connection: redisConnection(redisUrl) });
  return {
    name: 'plain BullMQ sender',
    async fire() {
      const triggerId = randomUUID();
      await queue.addBulk(plainDeliveries(triggerId, body));
      return triggerId;
    },
    close: () => queue.close(),
  };
}

export interface Round {
  deliveriesPerSecond: number;
  p95LagMs: number;
}

/** As fast as it goes with so many events under way. */
export async function fullSpeed(contender: Contender, arrivals: Arrivals, events: number, inFlight: number): Promise<Round> {
  const lagsMs: number[] = [];
  const startedAt = performance.now();
  await timesOf(async () => lagsMs.push(...(await lagsOf(contender, arrivals, paths)).fromCall), events, inFlight);
  const seconds = (performance.now() - startedAt) / 1000;
  return { deliveriesPerSecond: lagsMs.length / seconds, p95LagMs: quantile(lagsMs, 0.95) };
}

export interface Lags {
  /** From the call that asks for it to the receiver that has it. */
  fromCall: number[];
  /** From the answer: what was accepted is owed from then on. Less than nothing where the receiver has it before. */
  fromAnswer: number[];
}

export async function lagsOf(contender: Contender, arrivals: Arrivals, awaited: readonly string[]): Promise<Lags> {
  const calledAt = now();
  const triggerId = await contender.fire();
  const answeredAt = now();
  const arrived = await arrivals.at(triggerId, awaited);
  const since = (moment: number) => awaited.map((path) => arrived.get(path)! - moment);
  return { fromCall: since(calledAt), fromAnswer: since(answeredAt) };
}
