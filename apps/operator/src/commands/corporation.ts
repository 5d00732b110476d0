import type { Command } from 'commander';
import type { Corporation } from '@vigia/contracts';
import { action, patience, withBroker, type Surroundings } from '../surroundings.js';
import { uuidArgument } from './arguments.js';

const shown = (corporations: Corporation[]) =>
  corporations.map(({ corporationId, name, status }) => ({ corporation: corporationId, status, name }));

export function corporationCommands(program: Command, surroundings: Surroundings): void {
  const corporation = program.command('corporation').description('clients of the platform');

  action<{ name: string }>(
    corporation.command('create').description('make a corporation').requiredOption('--name <name>', 'its name'),
    surroundings,
    async ({ name }) => {
      const made = await withBroker(surroundings, (_, messages) => messages.request('corporations.create', { name }, patience));
      return { json: made, rows: shown([made]) };
    },
  );

  action(corporation.command('list').description('every corporation'), surroundings, async () => {
    const { corporations } = await withBroker(surroundings, (_, messages) => messages.request('corporations.list', {}, patience));
    return { json: corporations, rows: shown(corporations) };
  });

  for (const [verb, does] of [
    ['suspend', 'refuse every call of a corporation from now on'],
    ['resume', 'let a suspended corporation in again'],
  ] as const) {
    action(
      corporation.command(verb).description(does).argument('<id>', 'corporation', uuidArgument),
      surroundings,
      async (_options, corporationId = '') => {
        const changed = await withBroker(surroundings, (_, messages) =>
          messages.request(`corporations.${verb}`, { corporationId }, patience),
        );
        return { json: changed, rows: shown([changed]) };
      },
    );
  }
}
