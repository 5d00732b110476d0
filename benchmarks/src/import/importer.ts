import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { DatasetVersion, PayloadOf } from '@vigia/contracts';
import type { Messages } from '@vigia/messaging';
import { databasePid, processorMs } from '../processor-time.js';
import type { RunningSystem } from '../system.js';
import type { Measured } from './raw-copy.js';

const timeoutMs = 30_000;
const lookEveryMs = 10;

/** One import of the product, from the row that requests it to the switch, or until its check is rolled back. */
export interface MeasuredImport extends Measured {
  version: DatasetVersion;
  /** The time of each of its steps, according to its row. */
  steps: Record<string, number>;
  /** Processor time of the importer and the database in each step. */
  processor: Record<string, number>;
  /** The peak of the importer's resident memory. */
  peakMB: number;
}

interface Look {
  step: string | null;
  state: string;
  isOver: boolean;
}

/** Requests an import from the running importer and watches it. */
export async function bringIn(
  system: RunningSystem,
  messages: Messages,
  wanted: Omit<PayloadOf<'datasets.import'>, 'actor'>,
): Promise<MeasuredImport> {
  const [importer] = system.replicas('data-importer');
  const { pid } = importer!;
  const server = await databasePid((text) => system.database.query(text));
  // From here on the peak is counted anew.
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const before = [await processorMs([pid]), await processorMs([server])];
  const processor: Record<string, number> = {};
  let used = before[0]! + before[1]!;
  let beforeStep = 'wait';
  const { version } = await messages.request('datasets.import', { ...wanted, actor: 'bench' }, { timeoutMs });
  const steps: Record<string, number> = {};
  let startedAt = Number.NaN;
  let last = performance.now();
  for (;;) {
    const [look] = await system.database.query<Look>(
      `SELECT step, state, ended_at IS NOT NULL AS "isOver" FROM registry.version WHERE id = $1`,
      [version.version],
    );
    const now = performance.now();
    const { step, state, isOver } = look!;
    if (Number.isNaN(startedAt) && state !== 'waiting') startedAt = now;
    const doing = state === 'waiting' ? 'wait' : (step ?? (wanted.dryRun ? 'roll back' : 'switch'));
    steps[doing] = (steps[doing] ?? 0) + now - last;
    if (doing !== beforeStep || isOver) {
      const usedNow = (await processorMs([pid])) + (await processorMs([server]));
      processor[beforeStep] = (processor[beforeStep] ?? 0) + usedNow - used;
      [used, beforeStep] = [usedNow, doing];
    }
    last = now;
    if (isOver) break;
    await setTimeout(lookEveryMs);
  }
  const after = [await processorMs([pid]), await processorMs([server])];
  const [ended, peakMB] = await Promise.all([
    messages.request('datasets.version', { version: version.version }, { timeoutMs }),
    peakOf(pid),
  ]);
  const busierMs = Math.max(after[0]! - before[0]!, after[1]! - before[1]!);
  return { ms: last - startedAt, busierMs, processorMs: totalOf(processor), processor, steps, peakMB, version: ended.version };
}

function totalOf({ wait: _, ...steps }: Record<string, number>): number {
  return Object.values(steps).reduce((sum, ms) => sum + ms, 0);
}

async function peakOf(pid: number): Promise<number> {
  const [, kB] = /^VmHWM:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kB) / 1024;
}
