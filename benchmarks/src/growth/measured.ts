import { columns, seriesOf, type Column } from '../report.js';
import type { Result, Round } from '../results.js';
import { spentBy } from '../spent.js';
import { ratioText } from '../statistics.js';
import { takeTurns } from '../turns.js';
import type { Grown } from './grown.js';
import type { Operation } from './operations.js';

export async function compare(operation: Operation, [small, large]: [Grown, Grown], rounds: number, budgetMs: number): Promise<Result[]> {
  const measure = async (grown: Grown): Promise<Round> => {
    await operation.prepare?.(grown);
    const processes = Object.fromEntries(grown.processes.map(({ name, pid }) => [name, [pid]]));
    const { result: perSecond, ...spent } = await spentBy(processes, async () => {
      const { done, seconds } = await operation.run(grown);
      return { done, result: done / seconds };
    });
    return { perSecond, ...spent };
  };
  const [ofSmall, ofLarge] = await takeTurns({ contenders: [small, large], rounds, budgetMs, measure, onRound: () => undefined });
  const what = `${operation.name}, beside ${large.size} profiles`;
  return [
    { what, contender: 'with many', rounds: ofLarge! },
    { what, contender: `with ${small.size}`, rounds: ofSmall! },
  ];
}

const width = [40, 10, 10, 24, 10, 10, 24];
const row = (cells: string[]) =>
  `  ${cells.map((cell, i) => (i === 0 ? cell.padEnd(width[i]!) : cell.padStart(width[i]!))).join('')}`.trimEnd();

export const heading = (small: number, large: number) => row(['', `${small}: /s`, `${large}`, 'ratio', 'CPU ms', 'CPU ms', 'ratio']);

export function line(name: string, [large, small]: readonly Result[]): string {
  const cells = (column: Column, digits: number) => {
    const [many, few] = [seriesOf(large!, column), seriesOf(small!, column)];
    return [column.typical(few).toFixed(digits), column.typical(many).toFixed(digits), ratioText(many, few)];
  };
  return row([name, ...cells(columns.perSecond, 1), ...cells(columns.processorMs, 2)]);
}
