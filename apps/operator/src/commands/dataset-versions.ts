import type { DatasetStatus, DatasetVersion, ReplyOf } from '@vigia/contracts';
import type { Command } from 'commander';
import { ask, type Surroundings } from '../running-system.js';
import { table } from '../terminal.js';
import { action, datasetArgument, rejectReasonArgument, UsageError, versionArgument } from './action.js';

const page = 200;

/** What the versions of a data set hold, and how they differ. */
export function versionCommands(dataset: Command, surroundings: Surroundings): void {
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
}

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

export async function statusOf(surroundings: Surroundings, name: string): Promise<DatasetStatus> {
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

function shownVersion({ version, state, publishedOn, lines, rows, rejected, requestedAt, problems, failure }: DatasetVersion) {
  const why = failure ?? problems.map(({ code, detail }) => `${code}: ${detail}`).join('; ');
  return { version, state, published: publishedOn ?? '-', lines, rows, rejected, requested: requestedAt, why: why || '-' };
}

function facts(row: Record<string, unknown> | null): string {
  return row ? JSON.stringify(row).slice(0, 120) : '-';
}
