import { setTimeout } from 'node:timers/promises';
import type { DatasetVersion, PayloadOf } from '@vigia/contracts';
import { Messages } from '@vigia/messaging';
import { patience, withBroker, type Surroundings } from '../running-system.js';
import { counted, progressOn } from '../terminal.js';

const lookEveryMs = 300;
const barWidth = 24;
const ended = new Set(['current', 'superseded', 'pruned', 'unchanged', 'refused', 'failed']);

/** Requests an import and reports its progress, as the importer records it, until it has ended. */
export async function followImport(
  surroundings: Surroundings,
  wanted: PayloadOf<'datasets.import'>,
): Promise<{ json: unknown; text: string }> {
  const progress = progressOn(surroundings);
  return withBroker(surroundings, async (broker) => {
    const messages = new Messages(broker);
    let { version } = await messages.request('datasets.import', wanted, patience);
    let told = '';
    while (!hasEnded(version)) {
      await setTimeout(lookEveryMs);
      ({ version } = await messages.request('datasets.version', { version: version.version }, patience));
      const line = stateOf(version);
      if (surroundings.isTerminal && line !== told) progress.now((told = line));
    }
    if (surroundings.isTerminal) surroundings.print('\r\u001b[2K');
    if (version.state === 'refused' || version.state === 'failed') throw new Error(endOf(version));
    return { json: version, text: `${endOf(version)}\n` };
  });
}

const hasEnded = ({ state, endedAt }: DatasetVersion) => ended.has(state) || (state === 'checked' && endedAt !== null);

const steps: Record<string, string> = { download: 'downloading', read: 'reading', key: 'computing keys', compare: 'comparing' };

function stateOf({ state, step, rows, lines, bytes, bytesRead }: DatasetVersion): string {
  if (state === 'waiting') return 'waiting for its turn';
  const share = bytes && step === 'download' ? Math.min(1, bytesRead / bytes) : undefined;
  const bar = share === undefined ? '' : ` ${'█'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '░')} ${Math.floor(share * 100)} %`;
  return `${steps[step ?? ''] ?? state}${bar}: ${counted(rows, 'row')} of ${counted(lines, 'line')}`;
}

/** One line with the outcome. */
function endOf(version: DatasetVersion): string {
  const { state, label, dataset, version: number, rows, lines, rejected, added, removed, changed, problems, failure } = version;
  const count = (number: number | null) => (number ?? 0).toLocaleString('en');
  const read = `${counted(rows, 'row')} of ${counted(lines, 'line')}, ${count(rejected)} rejected`;
  const difference = `${count(added)} added, ${count(removed)} removed, ${count(changed)} changed`;
  const accepted = problems.length > 0 ? `; accepted despite: ${problems.map(({ detail }) => detail).join('; ')}` : '';
  if (state === 'refused')
    return `${dataset} ${number} was refused: ${problems.map(({ detail }) => detail).join('; ')}. The version in force did not change`;
  if (state === 'failed')
    return `${dataset} ${number} failed: ${failure ?? 'see the log of data-importer'}. The version in force did not change`;
  if (state === 'unchanged') return `${dataset}: this version is already in force`;
  if (state === 'pruned') return `${label} was imported and has ended at once: it is older than what is kept in force beside newer files`;
  if (state === 'checked') return `${label}: ${read}; ${difference}. Nothing was put in force`;
  return `${label} is in force: ${read}; ${difference}${accepted}`;
}
