import { resolve } from 'node:path';
import type { DatasetStatus, PayloadOf } from '@vigia/contracts';
import type { Command } from 'commander';
import { ask, type Surroundings } from '../running-system.js';
import { oneLine, table } from '../terminal.js';
import { action, actor, datasetArgument, dayArgument, reasonArgument, UsageError } from './action.js';
import { statusOf, versionCommands } from './dataset-versions.js';
import { followImport } from './follow-import.js';
import { inquiryCommand } from './inquiry.js';
import { withdrawalCommands } from './withdrawals.js';

const mostFiles = 20;
const longestPath = 1_000;

interface ImportOptions {
  file?: string[];
  published?: string;
  dryRun?: true;
  accept?: string;
}

/** The registers and lists that sources and screening depend on. */
export function datasetCommands(program: Command, surroundings: Surroundings): void {
  const dataset = program.command('dataset').description('published registers and lists');

  action(dataset.command('list').description('list every data set with its version in force'), surroundings, async () => {
    const { datasets, leftOver } = await ask(surroundings, 'datasets.list', {});
    const others = leftOver.length > 0 ? `in force although this release no longer has it: ${leftOver.join(', ')}\n` : '';
    return { json: datasets, text: `${table(datasets.map(shownDataset))}${others}` };
  });

  const bringIn = async (name: string, { file, published, accept }: ImportOptions, dryRun: boolean) => {
    const from = surroundings.environment.INIT_CWD ?? process.cwd();
    const files = file?.map((path) => resolve(from, path));
    if (files && (files.length > mostFiles || files.some((path) => path.length > longestPath)))
      throw new UsageError(`at most ${mostFiles} files at once, with paths of at most ${longestPath} characters: give their folder`);
    const wanted: PayloadOf<'datasets.import'> = {
      dataset: name,
      actor,
      dryRun,
      ...(files && { files }),
      ...(published && { publishedOn: published }),
      ...(accept && { accept }),
    };
    return followImport(surroundings, wanted);
  };
  const withFiles = (command: Command) =>
    command
      .argument('<name>', 'name of the data set', datasetArgument)
      .option('--file <path>', 'file or folder that the importer can read; may be repeated', collected)
      .option('--published <day>', 'day of publication, if the file does not give it', dayArgument);
  action<ImportOptions>(
    withFiles(dataset.command('import').description('import a version from a download or from files'))
      .option('--dry-run', 'read and check the version without putting it in force')
      .option('--accept <reason>', 'put the version in force although a check refuses it, for this reason', reasonArgument),
    surroundings,
    (options, name = '') => bringIn(name, options, options.dryRun === true),
  );
  action<ImportOptions>(
    withFiles(dataset.command('check').description('read and check a version without putting it in force')),
    surroundings,
    (options, name = '') => bringIn(name, options, true),
  );

  versionCommands(dataset, surroundings);

  withdrawalCommands(dataset, surroundings);

  action(
    dataset
      .command('prune')
      .description('remove old versions, except those that are kept')
      .argument('<name>', 'name of the data set', datasetArgument),
    surroundings,
    async (_options, name = '') => {
      const { versions } = await ask(surroundings, 'datasets.prune', { dataset: name });
      return { json: versions, text: versions.length > 0 ? `removed: ${versions.join(', ')}\n` : 'nothing to remove\n' };
    },
  );

  inquiryCommand(dataset, surroundings);

  const one = (status: DatasetStatus, first = '') => ({ json: status, text: `${first}${table([shownDataset(status)])}` });
  action<{ reason: string }>(
    dataset
      .command('pause')
      .description('pause the scheduled downloads of a data set')
      .argument('<name>', 'name of the data set', datasetArgument)
      .requiredOption('--reason <text>', 'reason', reasonArgument),
    surroundings,
    async ({ reason }, name = '') => one((await ask(surroundings, 'datasets.pause', { dataset: name, actor, reason })).dataset),
  );
  action(
    dataset
      .command('resume')
      .description('resume the scheduled downloads of a data set')
      .argument('<name>', 'name of the data set', datasetArgument),
    surroundings,
    async (_options, name = '') => {
      const seen = await statusOf(surroundings, name);
      const { pause } = seen;
      if (!pause) return one(seen, `the downloads of ${name} are not paused\n`);
      const { dataset: resumed } = await ask(surroundings, 'datasets.resume', { dataset: name, pause, actor });
      return one(resumed, `the pause since ${pause.since} has ended: ${oneLine(pause.reason)}\n`);
    },
  );
}

const collected = (path: string, before: string[] = []) => [...before, path];

function shownDataset(status: DatasetStatus) {
  const { dataset, current, latest, dueAt } = status;
  return {
    'data set': dataset,
    version: current?.label ?? '-',
    published: current?.publishedOn ?? '-',
    rows: current?.rows ?? '-',
    state: stateOf(status),
    last: latest?.state ?? '-',
    'next due': dueAt ?? '-',
  };
}

function stateOf({ current, latest, pause, isLate, licenceMissing, missingWeek }: DatasetStatus): string {
  const isOpen = latest && ['waiting', 'downloading', 'importing', 'checked'].includes(latest.state) && latest.endedAt === null;
  if (isOpen) return latest.state;
  const stopped = pause ? 'paused' : isLate ? 'late' : licenceMissing ? 'needs a licence' : undefined;
  const misses = missingWeek && `lacks the week of ${missingWeek.week}, published until ${missingWeek.leavesOn}`;
  return [stopped, misses].filter(Boolean).join('; ') || (current ? 'in force' : 'not imported');
}
