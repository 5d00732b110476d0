import { writeFile } from 'node:fs/promises';

/** The result of one contender in one round. */
export interface Round {
  perSecond?: number;
  p50Ms?: number;
  p95Ms?: number;
  p99Ms?: number;
  residentMb?: number;
  /** The processor time of each process of the contender, for one operation. */
  processorMs?: Record<string, number>;
  /** The same for the generator. */
  generatorMs?: number;
}

/** One for each contender, ours first. Rounds with the same number were measured directly one after another. */
export interface Result {
  what: string;
  contender: string;
  rounds: readonly Round[];
  /** Only for ours: the goal, as a ratio unless it names a unit. */
  goal?: string;
  /** Only for ours: the contender of the goal; the strongest one by default. */
  beside?: string;
}

/** The output of the turns, in the same order: `measured` holds the rounds of each contender. */
export function resultsOf(
  what: string,
  contenders: readonly { name: string }[],
  measured: readonly (readonly Round[])[],
  goal: Pick<Result, 'goal' | 'beside'> = {},
): Result[] {
  return contenders.map(({ name }, i) => ({ what, contender: name, rounds: measured[i]!, ...(i === 0 && goal) }));
}

/** A benchmark's complete outcome, if it was started with `--json <file>`. */
export async function keepResults(file: string | undefined, results: readonly Result[]): Promise<void> {
  if (file !== undefined) await writeFile(file, `${JSON.stringify(results, undefined, 2)}\n`);
}

export function processorSum({ processorMs }: Round): number | undefined {
  return processorMs && Object.values(processorMs).reduce((sum, ms) => sum + ms, 0);
}
