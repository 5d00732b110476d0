import { quantile } from '../statistics.js';
import { timesOf } from '../times.js';
import type { Running } from './running.js';

export interface Round {
  p50Ms: number;
  p95Ms: number;
  /** Of the asking and the answering process, for one message. */
  cpuUs: number;
}

export interface Load {
  /** Of one contender in one round. */
  messages: number;
  inFlight: number;
}

const stuckAfterMs = 30_000;

export async function oneRound(contender: Pick<Running, 'name' | 'ask' | 'cpuUs'>, { messages, inFlight }: Load): Promise<Round> {
  const cpuBeforeUs = await contender.cpuUs();
  const timesMs = await within(
    stuckAfterMs,
    contender.name,
    timesOf(() => contender.ask(), messages, inFlight),
  );
  const cpuUs = ((await contender.cpuUs()) - cpuBeforeUs) / messages;
  return { p50Ms: quantile(timesMs, 0.5), p95Ms: quantile(timesMs, 0.95), cpuUs };
}

async function within<T>(timeoutMs: number, name: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stuck = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} is stuck`)), timeoutMs);
  });
  return Promise.race([work, stuck]).finally(() => clearTimeout(timer));
}
