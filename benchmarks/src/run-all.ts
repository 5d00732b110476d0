import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Result } from './results.js';
import type { Benchmark } from './short-forms.js';

/** A short form takes two minutes at most; one that takes this long is stuck. */
const stuckAfterMs = 900_000;

interface Outcome {
  results: Result[];
  /** Names of those that did not finish. */
  failed: string[];
}

/** One after another, each in a separate process; a failing one does not stop the others. */
export async function runAll(benchmarks: readonly Benchmark[], say: (text: string) => void): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'vigia-bench-all-'));
  const outcome: Outcome = { results: [], failed: [] };
  try {
    for (const [i, benchmark] of benchmarks.entries()) {
      const { name, options } = benchmark;
      say(`\n=== ${i + 1} of ${benchmarks.length}: ${name} ${options.join(' ')}`);
      try {
        outcome.results.push(...(await resultsFrom(benchmark, join(folder, name))));
      } catch (error) {
        say(`=== ${name} failed: ${(error as Error).message}`);
        outcome.failed.push(name);
      }
    }
    return outcome;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function resultsFrom({ file, options }: Benchmark, json: string): Promise<Result[]> {
  const child = spawn(process.execPath, [file, ...options, '--json', json], { stdio: 'inherit', timeout: stuckAfterMs });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (code !== 0) throw new Error(`it ended with ${signal ?? code}`);
  return JSON.parse(await readFile(json, 'utf8')) as Result[];
}
