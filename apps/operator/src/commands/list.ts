import { setTimeout } from 'node:timers/promises';
import type { Rescreening } from '@vigia/contracts';
import { Messages } from '@vigia/messaging';
import type { Command } from 'commander';
import { patience, withBroker, type Surroundings } from '../running-system.js';
import { counted, progressOn } from '../terminal.js';
import { action, actor, listArgument, UsageError } from './action.js';

const lookEveryMs = 300;

/** Lists that profiles are screened against. */
export function listCommands(program: Command, surroundings: Surroundings): void {
  const list = program.command('list').description('lists that profiles are screened against');

  action(
    list
      .command('rescreen')
      .description('compare every entry of a list with all profiles; changed entries are compared automatically')
      .argument('<name>', 'name of the list', listArgument),
    surroundings,
    (_options, name = '') => followRescreening(surroundings, name),
  );

  action(
    list
      .command('rescreening')
      .description('show the progress of the newest comparison of a list')
      .argument('<name>', 'name of the list', listArgument),
    surroundings,
    (_options, name = '') =>
      withBroker(surroundings, async (broker) => {
        const { rescreening } = await new Messages(broker).request('lists.rescreening', { list: name }, patience);
        return { json: rescreening, text: rescreening ? `${stateOf(rescreening)}\n` : `no comparison of ${name} has started yet\n` };
      }),
  );
}

async function followRescreening(surroundings: Surroundings, list: string): Promise<{ json: unknown; text: string }> {
  const progress = progressOn(surroundings);
  return withBroker(surroundings, async (broker) => {
    const messages = new Messages(broker);
    let { rescreening } = await messages.request('lists.rescreen', { list, actor }, patience);
    while (rescreening && rescreening.endedAt === null) {
      if (surroundings.isTerminal) progress.now(stateOf(rescreening));
      await setTimeout(lookEveryMs);
      ({ rescreening } = await messages.request('lists.rescreening', { list }, patience));
    }
    if (surroundings.isTerminal) surroundings.print('\r\u001b[2K');
    if (!rescreening) throw new UsageError(`${list} was not compared`);
    if (rescreening.notScreened > 0)
      throw new Error(`${stateOf(rescreening)}. Those profiles keep their earlier screening: run this command again`);
    return { json: rescreening, text: `${stateOf(rescreening)}\n` };
  });
}

/** One line with its progress or its outcome. */
function stateOf({ version, endedAt, isOvertaken, subjects, compared, touched, screened, notScreened, closedHits }: Rescreening): string {
  const count = (number: number) => number.toLocaleString('en');
  const inVain = notScreened > 0 ? `, ${count(notScreened)} could not be screened` : '';
  const profiles = `${counted(touched, 'profile')} affected, ${count(screened)} screened again${inVain}`;
  if (isOvertaken) return `${version}: a newer version came into force first, so Vigía compares that one instead`;
  const people = counted(endedAt === null ? subjects : compared, 'person or company', 'people and companies');
  if (endedAt === null) return `${version}: ${count(compared)} of ${people} compared, ${profiles}`;
  return `${version}: ${people} compared, ${profiles}, ${counted(closedHits, 'hit')} closed`;
}
