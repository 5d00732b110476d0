import { processorMs } from '../processor-time.js';
import type { Contender } from './contenders.js';

export type Spent = Record<string, number>;

/** Processor time of each kind of process while `work` runs, in milliseconds a delivery. */
export async function spentBy<T>(
  { processes }: Contender,
  work: () => Promise<{ deliveries: number; result: T }>,
): Promise<{ spent: Spent; result: T }> {
  const read = async () => Promise.all(Object.values(processes).map((pids) => processorMs(pids)));
  const before = await read();
  const { deliveries, result } = await work();
  const after = await read();
  const spent = Object.fromEntries(Object.keys(processes).map((name, i) => [name, (after[i]! - before[i]!) / deliveries]));
  return { spent, result };
}

export function sumOf(spent: Spent): number {
  return Object.values(spent).reduce((sum, ms) => sum + ms, 0);
}
