import { processorMs } from '../processor-time.js';
import { median, ratios } from '../statistics.js';
import { takeTurns } from '../turns.js';
import type { Grown } from './grown.js';
import type { Operation } from './operations.js';

interface Round {
  perSecond: number;
  /** Processor time of all processes of the product, of the database and of the broker, for one. */
  cpuMs: number;
}

interface Measured {
  small: Round[];
  large: Round[];
}

export async function compare(operation: Operation, [small, large]: [Grown, Grown], rounds: number, budgetMs: number): Promise<Measured> {
  const measure = async (grown: Grown): Promise<Round> => {
    await operation.prepare?.(grown);
    const pids = grown.processes.map(({ pid }) => pid);
    const before = await processorMs(pids);
    const { done, seconds } = await operation.run(grown);
    return { perSecond: done / seconds, cpuMs: ((await processorMs(pids)) - before) / done };
  };
  const [ofSmall, ofLarge] = await takeTurns({ contenders: [small, large], rounds, budgetMs, measure, onRound: () => undefined });
  return { small: ofSmall!, large: ofLarge! };
}

const width = [40, 10, 10, 24, 10, 10, 24];
const row = (cells: string[]) =>
  `  ${cells.map((cell, i) => (i === 0 ? cell.padEnd(width[i]!) : cell.padStart(width[i]!))).join('')}`.trimEnd();

export const heading = (small: number, large: number) => row(['', `${small}: /s`, `${large}`, 'ratio', 'CPU ms', 'CPU ms', 'ratio']);

export function line(name: string, { small, large }: Measured): string {
  const middle = (rounds: Round[], of: keyof Round) => median(rounds.map((round) => round[of]));
  const ratio = (of: keyof Round) => {
    const {
      median: typical,
      min,
      max,
    } = ratios(
      large.map((round) => round[of]),
      small.map((round) => round[of]),
    );
    return `${typical.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;
  };
  return row([
    name,
    ...(['perSecond', 'cpuMs'] as const).flatMap((of) => [
      middle(small, of).toFixed(of === 'cpuMs' ? 2 : 1),
      middle(large, of).toFixed(of === 'cpuMs' ? 2 : 1),
      ratio(of),
    ]),
  ]);
}
