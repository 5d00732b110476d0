import { resolve } from 'node:path';
import type { DatasetStatus, DatasetVersion, PayloadOf, ReplyOf } from '@vigia/contracts';
import type { Command } from 'commander';
import { ask, type Surroundings } from '../running-system.js';
import { table } from '../terminal.js';
import {
  action,
  actor,
  datasetArgument,
  dayArgument,
  reasonArgument,
  rejectReasonArgument,
  UsageError,
  versionArgument,
} from './action.js';
import { followImport } from './follow-import.js';
import { inquiryCommand } from './inquiry.js';

const page = 200;
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
    const { datasets } = await ask(surroundings, 'datasets.list', {});
    return { json: datasets, text: table(datasets.map(shownDataset)) };
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

  action(
    dataset
      .command('versions')
      .description('list the versions of a data set, newest first')
      .argument('<name>', 'name of the data set', datasetArgument),
    surroundings,
    async (_options, name = '') => {
      const { versions } = await ask(surroundings, 'datasets.versions', { dataset: name, limit: 50 });
      return { json: versions, text: table(versions.map(shownVersion)) };
    },
  );

  action(
    dataset
      .command('diff')
      .description('show the changes of a version (of the one in force without a number), or the differences of the second from the first')
      .argument('<name>', 'name of the data set', datasetArgument)
      .argument('[version]', 'number of the version', versionArgument)
      .argument('[other]', 'number of the version to compare with the first', versionArgument),
    surroundings,
    async (_options, name = '', one, other) => {
      const difference =
        other === undefined ? await changedBy(surroundings, name, one) : await between(surroundings, name, Number(one), Number(other));
      const { title, added, removed, changed, changes, more } = difference;
      const rows = changes.map(({ key, change, before, after }) => ({ key, change, before: facts(before), after: facts(after) }));
      const counts = `${title}: ${added} added, ${removed} removed, ${changed} changed`;
      return {
        json: difference,
        text: `${counts}\n${changes.length > 0 ? table(rows) : ''}${more ? `only the first ${page} changes are listed\n` : ''}`,
      };
    },
  );

  action<{ reason?: string }>(
    dataset
      .command('rejects')
      .description('list the rejected lines of a version; without a number, of the newest version that was read')
      .argument('<name>', 'name of the data set', datasetArgument)
      .argument('[version]', 'number of the version', versionArgument)
      .option('--reason <code>', 'only lines rejected for this reason', rejectReasonArgument),
    surroundings,
    async ({ reason }, name = '', given) => {
      const version = given === undefined ? await newestRead(surroundings, name) : await versionOf(surroundings, name, Number(given));
      const { rejects } = await ask(surroundings, 'datasets.rejects', { version: version.version, limit: page, ...(reason && { reason }) });
      const counts = Object.entries(version.rejectedByReason).map(([why, count]) => `${why} ${count}`);
      const text = `${version.rejected} rejected${counts.length > 0 ? `: ${counts.join(', ')}` : ''}\n`;
      const rows = rejects.map(({ line, reason: why, text: content }) => ({ line, reason: why, text: content }));
      return { json: rejects, text: rejects.length > 0 ? text + table(rows) : text };
    },
  );

  action<{ reason: string; part?: string }>(
    dataset
      .command('rollback')
      .description('put the previous version back in force and pause the downloads')
      .argument('<name>', 'name of the data set', datasetArgument)
      .requiredOption('--reason <text>', 'reason', reasonArgument)
      .option('--part <day>', 'first day of the week or month, if several are in force', dayArgument),
    surroundings,
    async ({ reason, part }, name = '') => {
      const { version } = await ask(surroundings, 'datasets.rollback', { dataset: name, actor, reason, ...(part && { part }) });
      return { json: version, text: `${version.label} is in force again; downloads are paused\n` };
    },
  );

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

  const one = (status: DatasetStatus) => ({ json: status, text: table([shownDataset(status)]) });
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
    async (_options, name = '') => one((await ask(surroundings, 'datasets.resume', { dataset: name, actor })).dataset),
  );
}

const collected = (path: string, before: string[] = []) => [...before, path];

type Difference = ReplyOf<'datasets.difference'> & { title: string };

async function changedBy(surroundings: Surroundings, name: string, given?: string): Promise<Difference> {
  const version = given === undefined ? await inForce(surroundings, name) : await versionOf(surroundings, name, Number(given));
  const { added, removed, changed, label } = version;
  const changes = await ask(surroundings, 'datasets.changes', { version: version.version, limit: page });
  return { title: label ?? String(version.version), added: added ?? 0, removed: removed ?? 0, changed: changed ?? 0, ...changes };
}

async function between(surroundings: Surroundings, name: string, from: number, to: number): Promise<Difference> {
  await versionOf(surroundings, name, to);
  const difference = await ask(surroundings, 'datasets.difference', { version: to, against: from, limit: page });
  return { title: `${name} ${from} → ${to}`, ...difference };
}

async function inForce(surroundings: Surroundings, name: string): Promise<DatasetVersion> {
  const { current } = await statusOf(surroundings, name);
  if (!current) throw new Error(`no version of ${name} is in force`);
  return current;
}

/** Identical bytes are not read again, so nothing is rejected: the version in force has their content. */
async function newestRead(surroundings: Surroundings, name: string): Promise<DatasetVersion> {
  const { latest, current } = await statusOf(surroundings, name);
  if (!latest) throw new Error(`${name} was never imported`);
  return latest.state === 'unchanged' && latest.lines === 0 ? (current ?? latest) : latest;
}

async function statusOf(surroundings: Surroundings, name: string): Promise<DatasetStatus> {
  const { datasets } = await ask(surroundings, 'datasets.list', {});
  const found = datasets.find(({ dataset }) => dataset === name);
  if (!found) throw new UsageError(`no data set is called ${name}: \`dataset list\` shows them`);
  return found;
}

async function versionOf(surroundings: Surroundings, name: string, version: number): Promise<DatasetVersion> {
  const found = (await ask(surroundings, 'datasets.version', { version })).version;
  if (found.dataset !== name)
    throw new UsageError(`${version} is a version of ${found.dataset}: \`dataset versions ${name}\` shows those of ${name}`);
  return found;
}

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

function shownVersion({ version, state, publishedOn, lines, rows, rejected, requestedAt, problems, failure }: DatasetVersion) {
  const why = failure ?? problems.map(({ code, detail }) => `${code}: ${detail}`).join('; ');
  return { version, state, published: publishedOn ?? '-', lines, rows, rejected, requested: requestedAt, why: why || '-' };
}

function facts(row: Record<string, unknown> | null): string {
  return row ? JSON.stringify(row).slice(0, 120) : '-';
}
