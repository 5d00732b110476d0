import { constants } from 'node:fs';
import { access, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { ask, type Surroundings } from '../running-system.js';
import { counted } from '../terminal.js';
import { action, actor, datasetArgument, UsageError } from './action.js';

/** The next file of taxpayers, which a person uploads to a publisher who blocks programs. */
export function inquiryCommand(dataset: Command, surroundings: Surroundings): void {
  action<{ to?: string }>(
    dataset
      .command('inquiry')
      .description('write the next file of up to 100 taxpayers for an upload to the publisher')
      .argument('<name>', 'name of the data set: consulta_multiple', datasetArgument)
      .option('--to <path>', 'file or folder to write to; the current folder when left out'),
    surroundings,
    async ({ to }, name = '') => {
      const given = resolve(surroundings.environment.INIT_CWD ?? process.cwd(), to ?? '.');
      const isFolder = to?.endsWith(sep) || (await stat(given).catch(() => undefined))?.isDirectory() === true;
      // A taxpayer is in at most one file a week, so the file must not be made if it cannot be written.
      await assertWritable(isFolder ? given : dirname(given));
      const { file, zip, taxpayers, waiting, uploadAddress } = await ask(surroundings, 'datasets.inquiry', { dataset: name, actor });
      const path = isFolder ? join(given, file) : given;
      await writeFile(path, Buffer.from(zip, 'base64'));
      const text = [
        `${path}: ${counted(taxpayers, 'RUC')}, ${waiting} more waiting`,
        `Upload it in a browser at ${uploadAddress}`,
        `and import the file that SUNAT returns: dataset import ${name} --file <RM….zip> --published <day of the answer>`,
      ];
      return { json: { file: path, taxpayers, waiting, uploadAddress }, text: `${text.join('\n')}\n` };
    },
  );
}

async function assertWritable(folder: string): Promise<void> {
  // The dot excludes a file with this name.
  await access(`${folder}/.`, constants.W_OK).catch(() => {
    throw new UsageError(`cannot write to ${folder}`);
  });
}
