import { Option, type Command } from 'commander';
import { assertCorporation, withDatabase, type Surroundings } from '../running-system.js';
import { inLima, limaTime, table } from '../terminal.js';
import { attemptsOfConfiguration, attemptsOfTrigger, type ShownAttempt } from '../webhooks/attempts.js';
import { receiversOf } from '../webhooks/receivers.js';
import { action, triggerArgument, UsageError, uuidArgument } from './action.js';

interface Asked {
  configuration?: string;
  trigger?: string;
}

export function webhookCommands(program: Command, surroundings: Surroundings): void {
  const webhook = program.command('webhook').description('receivers of webhooks, and the attempts to deliver to them');

  action<{ corporation: string }>(
    webhook
      .command('list')
      .description('list the configurations of a corporation')
      .requiredOption('--corporation <id>', 'id of the corporation', uuidArgument),
    surroundings,
    async ({ corporation }) => {
      await assertCorporation(surroundings, corporation);
      const receivers = await withDatabase(surroundings, (database) => receiversOf(database, corporation));
      const rows = receivers.map(({ configurationId, host, isActive, failingSince, failuresInRow, name }) => ({
        configuration: configurationId,
        active: isActive ? 'yes' : 'no',
        'failing since': failingSince ? limaTime(failingSince) : '-',
        failures: failuresInRow,
        receiver: host,
        name: name ?? '-',
      }));
      return { json: receivers, text: table(rows) };
    },
  );

  action<Asked>(
    webhook
      .command('attempts')
      .description('list the attempts of a trigger, or of the newest 50 deliveries of a configuration')
      .addOption(new Option('--configuration <id>', 'id of the configuration').argParser(uuidArgument).conflicts('trigger'))
      .option('--trigger <id>', 'id of the trigger', triggerArgument),
    surroundings,
    async ({ configuration, trigger }) => {
      if (configuration === undefined && trigger === undefined) throw new UsageError('name a --configuration or a --trigger');
      const attempts = await withDatabase(surroundings, (database) =>
        trigger === undefined ? attemptsOfConfiguration(database, configuration!) : attemptsOfTrigger(database, trigger),
      );
      const corporations = [...new Set(attempts.map(({ corporationId }) => `corporation ${corporationId}\n\n`))];
      return { json: attempts, text: `${corporations.join('')}${shownAttempts(attempts)}` };
    },
  );
}

export function shownAttempts(attempts: ShownAttempt[]): string {
  const rows = attempts.map(({ triggerId, configurationId, number, startedAt, outcome, failure, status, totalMs, state, nextAt }) => ({
    trigger: triggerId,
    configuration: configurationId.slice(0, 8),
    no: number ?? '-',
    [inLima]: startedAt ? limaTime(startedAt) : '-',
    outcome: outcome ?? '-',
    failure: failure ?? '-',
    status: status ?? '-',
    ms: totalMs ?? '-',
    delivery: state,
    'next attempt': nextAt ? limaTime(nextAt) : '-',
  }));
  return table(rows);
}
