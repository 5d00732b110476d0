import { writeFile } from 'node:fs/promises';

/** What one contender did in one round. */
export interface Round {
  perSecond?: number;
  p50Ms?: number;
  p95Ms?: number;
  p99Ms?: number;
  residentMb?: number;
  /** Of each process that works for the contender, for one operation. */
  processorMs?: Record<string, number>;
  /** The same of whatever asks. */
  generatorMs?: number;
}

/** One of them for each contender, ours first. Rounds of the same number were measured one right after the other. */
export interface Result {
  what: string;
  contender: string;
  rounds: readonly Round[];
  /** Of ours: what is wanted, as a ratio unless it names a unit. */
  goal?: string;
  /** Of ours: the contender that the goal is about; otherwise it is the strongest. */
  beside?: string;
}

/** What takes turns gives, in the same order: `measured` holds the rounds of each contender. */
export function resultsOf(
  what: string,
  contenders: readonly { name: string }[],
  measured: readonly (readonly Round[])[],
  goal: Pick<Result, 'goal' | 'beside'> = {},
): Result[] {
  return contenders.map(({ name }, i) => ({ what, contender: name, rounds: measured[i]!, ...(i === 0 && goal) }));
}

/** A benchmark's whole outcome, where it was started with `--json <file>`. */
export async function keepResults(file: string | undefined, results: readonly Result[]): Promise<void> {
  if (file !== undefined) await writeFile(file, `${JSON.stringify(results, undefined, 2)}\n`);
}

export function processorSum({ processorMs }: Round): number | undefined {
  return processorMs && Object.values(processorMs).reduce((sum, ms) => sum + ms, 0);
}
