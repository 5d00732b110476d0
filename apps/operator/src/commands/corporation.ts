import type { Corporation } from '@vigia/contracts';
import type { Command } from 'commander';
import { ask, type Surroundings } from '../running-system.js';
import { table } from '../terminal.js';
import { action, nameArgument, uuidArgument } from './action.js';

const shownCorporations = (corporations: Corporation[]) =>
  table(corporations.map(({ corporationId, name, status }) => ({ corporation: corporationId, status, name })));

export function corporationCommands(program: Command, surroundings: Surroundings): void {
  const corporation = program.command('corporation').description('corporations of the platform');

  action<{ name: string }>(
    corporation
      .command('create')
      .description('create a corporation')
      .requiredOption('--name <name>', 'name of the corporation', nameArgument),
    surroundings,
    async ({ name }) => {
      const made = await ask(surroundings, 'corporations.create', { name });
      return { json: made, text: shownCorporations([made]) };
    },
  );

  action(corporation.command('list').description('list every corporation'), surroundings, async () => {
    const { corporations } = await ask(surroundings, 'corporations.list', {});
    return { json: corporations, text: shownCorporations(corporations) };
  });

  for (const [verb, does] of [
    ['suspend', 'refuse every call of a corporation from now on'],
    ['resume', 'accept the calls of a suspended corporation again'],
  ] as const) {
    action(
      corporation.command(verb).description(does).argument('<id>', 'id of the corporation', uuidArgument),
      surroundings,
      async (_options, corporationId = '') => {
        const changed = await ask(surroundings, `corporations.${verb}`, { corporationId });
        return { json: changed, text: shownCorporations([changed]) };
      },
    );
  }
}
