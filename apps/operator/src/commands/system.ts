import { sourceNames, type SourceName, type SourceStatus } from '@vigia/contracts';
import { migrate } from '@vigia/database';
import { migrateBroker, workQueues } from '@vigia/messaging';
import { Argument, type Command } from 'commander';
import { addressesOf, ask, withBroker, type Surroundings } from '../running-system.js';
import { noProgress, progressOn, table } from '../terminal.js';
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

export function messageCommands(program: Command, surroundings: Surroundings): void {
  const message = program.command('message').description('messages and queues');

  action(message.command('refused').description('list the messages that a service refused'), surroundings, async () => {
    const refused = await withBroker(surroundings, (broker) => broker.refused());
    const rows = refused.map(({ refusedAt, queue, name, reason, correlationId = '-' }) => ({
      'refused at': refusedAt,
      queue,
      name,
      reason,
      correlation: correlationId,
    }));
    return { json: refused, text: table(rows) };
  });

  action(message.command('queues').description('show the length of every queue'), surroundings, async () => {
    const depths = await withBroker(surroundings, (broker) => broker.queueDepths(workQueues));
    return { json: depths, text: table(depths.map(({ queue, waiting, active }) => ({ queue, waiting, active }))) };
  });
}

export function migrateCommand(program: Command, surroundings: Surroundings): void {
  const command = program
    .command('migrate')
    .description('bring the database and the broker up to this version')
    .option('--cleanup', 'also remove what only the previous version used, once every replica runs this one');
  action<{ cleanup?: true }>(command, surroundings, async ({ cleanup = false, json }) => {
    const progress = json ? noProgress : progressOn(surroundings);
    const { databaseUrl, brokerUrl } = addressesOf(surroundings);
    if (!databaseUrl) throw new Error('set DATABASE_URL as well: the broker alone does not say which database to migrate');
    const applied = await migrate(databaseUrl, {
      cleanup,
      onWait: () => progress.done('Another migration is running: waiting until it ends.'),
      onLocked: (failure) => progress.done(`${failure}: trying again.`),
    });
    await migrateBroker(brokerUrl);
    const list = applied.length > 0 ? `${table(applied.map((migration) => ({ applied: migration })))}\n` : '';
    return { json: { applied }, text: `${list}The schema is up to date.\n` };
  });
}
