import type { DatasetVersion } from '@vigia/contracts';
import { ReplyUnknownError } from '@vigia/messaging';
import type { Command } from 'commander';
import { ask, type Surroundings } from '../running-system.js';
import { action, actor, datasetArgument, dayArgument, reasonArgument } from './action.js';
import { statusOf } from './dataset-versions.js';

const page = 200;

/** What takes a version out of force. A command looks first which one that is, and the importer then withdraws no other. */
export function withdrawalCommands(dataset: Command, surroundings: Surroundings): void {
  action<{ reason: string; part?: string }>(
    dataset
      .command('rollback')
      .description('put the previous version back in force and pause the downloads')
      .argument('<name>', 'name of the data set', datasetArgument)
      .requiredOption('--reason <text>', 'reason', reasonArgument)
      .option('--part <day>', 'first day of the week or month, if several are in force', dayArgument),
    surroundings,
    async ({ reason, part }, name = '') => {
      const seen = await inForce(surroundings, name, part);
      const asked = { dataset: name, actor, reason, ...(part && { part }), ...ofVersion(seen) };
      const { version } = await ask(surroundings, 'datasets.rollback', asked).catch((error: unknown) => {
        throw seen && error instanceof ReplyUnknownError ? new Error(mayBeWithdrawn(seen), { cause: error }) : error;
      });
      const withdrawn = seen ? `${seen.label} is out of force, and ` : '';
      return { json: version, text: `${withdrawn}${version.label} is in force again; downloads are paused\n` };
    },
  );

  action<{ reason: string }>(
    dataset
      .command('retire')
      .description('take a list out of force that has ended or may no longer be used, remove its versions and pause the downloads')
      .argument('<name>', 'name of the list', datasetArgument)
      .requiredOption('--reason <text>', 'reason', reasonArgument),
    surroundings,
    async ({ reason }, name = '') => {
      const { datasets } = await ask(surroundings, 'datasets.list', {});
      // Only the name is known of a list that this release no longer has, and nothing updates it.
      const seen = datasets.find((one) => one.dataset === name)?.current;
      const { version } = await ask(surroundings, 'datasets.retire', { dataset: name, actor, reason, ...ofVersion(seen) });
      return { json: version, text: `${version.label} is out of force, and nobody is screened against ${name}; downloads are paused\n` };
    },
  );
}

/** A repeated command goes back one more version. */
const mayBeWithdrawn = ({ label, version, dataset }: DatasetVersion) =>
  `no answer in time: ${label} (version ${version}) may be out of force by now. Repeat the command only if \`dataset versions ${dataset}\` still shows it as current`;

const ofVersion = (seen: DatasetVersion | null | undefined) => (seen ? { version: seen.version } : {});

/** Undefined if the importer has to say why there is nothing to roll back, such as that one of many weeks or months has to be named. */
async function inForce(surroundings: Surroundings, name: string, part?: string): Promise<DatasetVersion | undefined> {
  const { current } = await statusOf(surroundings, name);
  if (current && current.part === (part ?? null)) return current;
  if (!current || part === undefined) return undefined;
  for (let before: number | undefined; ;) {
    const { versions, more } = await ask(surroundings, 'datasets.versions', { dataset: name, limit: page, ...(before && { before }) });
    const found = versions.find((one) => one.state === 'current' && one.part === part);
    if (found || !more) return found;
    before = versions.at(-1)!.version;
  }
}
