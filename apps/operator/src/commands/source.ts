import { sourceNames, type SourceName, type SourceStatus } from '@vigia/contracts';
import { Argument, type Command } from 'commander';
import { ask, type Surroundings } from '../running-system.js';
import { table } from '../terminal.js';
import { action, reasonArgument } from './action.js';

const shownSources = (sources: SourceStatus[]) =>
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
  const source = program.command('source').description('sources that the loader asks');
  const name = () => new Argument('<name>', 'name of the source').choices(sourceNames);

  action(source.command('list').description('list every source with its queue'), surroundings, async () => {
    const { sources } = await ask(surroundings, 'sources.list', {});
    return { json: sources, text: shownSources(sources) };
  });

  action<{ reason: string }>(
    source
      .command('pause')
      .description('stop asking a source; loads wait for it until their deadline')
      .addArgument(name())
      .requiredOption('--reason <text>', 'reason of the pause', reasonArgument),
    surroundings,
    async ({ reason }, paused) => {
      const status = await ask(surroundings, 'sources.pause', { source: paused as SourceName, reason });
      return { json: status, text: shownSources([status]) };
    },
  );

  action(source.command('resume').description('ask a paused source again').addArgument(name()), surroundings, async (_options, resumed) => {
    const status = await ask(surroundings, 'sources.resume', { source: resumed as SourceName });
    return { json: status, text: shownSources([status]) };
  });
}
