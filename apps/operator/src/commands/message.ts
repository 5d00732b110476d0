import { workQueues } from '@vigia/messaging';
import type { Command } from 'commander';
import { withBroker, type Surroundings } from '../running-system.js';
import { table } from '../terminal.js';
import { action } from './action.js';

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
