import type { Command } from 'commander';
import type { Corporation } from '@vigia/contracts';
import { table } from '../output/table.js';
import type { Surroundings } from '../surroundings.js';
import { ask } from '../system/ask.js';
import { action } from './action.js';
import { nameArgument, uuidArgument } from './arguments.js';

const shown = (corporations: Corporation[]) =>
  table(corporations.map(({ corporationId, name, status }) => ({ corporation: corporationId, status, name })));

export function corporationCommands(program: Command, surroundings: Surroundings): void {
  const corporation = program.command('corporation').description('clients of the platform');

  action<{ name: string }>(
    corporation.command('create').description('make a corporation').requiredOption('--name <name>', 'its name', nameArgument),
    surroundings,
    async ({ name }) => {
      const made = await ask(surroundings, 'corporations.create', { name });
      return { json: made, text: shown([made]) };
    },
  );

  action(corporation.command('list').description('every corporation'), surroundings, async () => {
    const { corporations } = await ask(surroundings, 'corporations.list', {});
    return { json: corporations, text: shown(corporations) };
  });

  for (const [verb, does] of [
    ['suspend', 'refuse every call of a corporation from now on'],
    ['resume', 'let a suspended corporation in again'],
  ] as const) {
    action(
      corporation.command(verb).description(does).argument('<id>', 'corporation', uuidArgument),
      surroundings,
      async (_options, corporationId = '') => {
        const changed = await ask(surroundings, `corporations.${verb}`, { corporationId });
        return { json: changed, text: shown([changed]) };
      },
    );
  }
}
