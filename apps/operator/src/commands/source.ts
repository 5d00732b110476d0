import { Argument, type Command } from 'commander';
import { sourceNames, type SourceName, type SourceStatus } from '@vigia/contracts';
import { table } from '../output/table.js';
import type { Surroundings } from '../surroundings.js';
import { ask } from '../system/ask.js';
import { action } from './action.js';
import { reasonArgument } from './arguments.js';

const shown = (sources: SourceStatus[]) =>
  table(
    sources.map(({ source, pause, waiting, active }) => ({
      source,
      state: pause ? 'paused' : 'asked',
      waiting,
      active,
      since: pause?.since ?? '-',
      reason: pause?.reason ?? '-',
    })),
  );

export function sourceCommands(program: Command, surroundings: Surroundings): void {
  const source = program.command('source').description('what the loader asks');
  const name = () => new Argument('<name>', 'source').choices(sourceNames);

  action(source.command('list').description('every source and its queue'), surroundings, async () => {
    const { sources } = await ask(surroundings, 'sources.list', {});
    return { json: sources, text: shown(sources) };
  });

  action<{ reason: string }>(
    source
      .command('pause')
      .description('stop asking a source; loads wait for it until their deadline')
      .addArgument(name())
      .requiredOption('--reason <text>', 'why, for whoever looks next', reasonArgument),
    surroundings,
    async ({ reason }, paused) => {
      const status = await ask(surroundings, 'sources.pause', { source: paused as SourceName, reason });
      return { json: status, text: shown([status]) };
    },
  );

  action(source.command('resume').description('ask a paused source again').addArgument(name()), surroundings, async (_options, resumed) => {
    const status = await ask(surroundings, 'sources.resume', { source: resumed as SourceName });
    return { json: status, text: shown([status]) };
  });
}
