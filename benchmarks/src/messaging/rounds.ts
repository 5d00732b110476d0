import type { Round } from '../results.js';
import { quantile } from '../statistics.js';
import { timesOf } from '../times.js';
import type { Running } from './running.js';

interface Load {
  /** How many messages one contender sends in one round. */
  messages: number;
  inFlight: number;
}

const stuckAfterMs = 30_000;

export async function oneRound(
  contender: Pick<Running, 'name' | 'ask' | 'sidesMs' | 'brokerMs'>,
  { messages, inFlight }: Load,
): Promise<Round> {
  const brokerBefore = await contender.brokerMs();
  const sidesBefore = await contender.sidesMs();
  const timesMs = await within(
    stuckAfterMs,
    contender.name,
    timesOf(() => contender.ask(), messages, inFlight),
  );
  const before = { ...sidesBefore, ...brokerBefore };
  const after = { ...(await contender.sidesMs()), ...(await contender.brokerMs()) };
  const spent = Object.entries(after).map(([name, ms]) => [name, (ms - before[name]!) / messages] as const);
  return { p50Ms: quantile(timesMs, 0.5), p95Ms: quantile(timesMs, 0.95), processorMs: Object.fromEntries(spent) };
}

async function within<T>(timeoutMs: number, name: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stuck = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} is stuck`)), timeoutMs);
  });
  return Promise.race([work, stuck]).finally(() => clearTimeout(timer));
}
