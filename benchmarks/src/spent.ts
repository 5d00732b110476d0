import type { Processes } from './processes.js';
import { endedChildrenMs, processorMsOf } from './processor-time.js';
import type { Round } from './results.js';

export interface Work<T> {
  /** The number of operations. */
  done: number;
  result: T;
}

type Spent = Required<Pick<Round, 'processorMs' | 'generatorMs'>>;

/** Processor time of each kind of process while `work` runs, and of this process with its generators, per operation. */
export async function spentBy<T>(processes: Processes, work: () => Promise<Work<T>>): Promise<Spent & { result: T }> {
  const before = await processorMsOf(processes);
  // Reading the counters of the others does not count as asking.
  const askingBefore = await askingMs();
  const { done, result } = await work();
  const generatorMs = ((await askingMs()) - askingBefore) / done;
  const after = await processorMsOf(processes);
  const each = Object.entries(after).map(([name, ms]) => [name, (ms - before[name]!) / done] as const);
  return { processorMs: Object.fromEntries(each), generatorMs, result };
}

async function askingMs(): Promise<number> {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + (await endedChildrenMs());
}
