import { serviceNames, sourceJob, sourceNames, sourceQueue } from '@vigia/contracts';
import type { Command } from 'commander';
import { table } from '../output/table.js';
import type { Surroundings } from '../surroundings.js';
import { withBroker } from '../system/ask.js';
import { action } from './action.js';

export function messageCommands(program: Command, surroundings: Surroundings): void {
  const message = program.command('message').description('what is on the queues');

  action(message.command('refused').description('messages that no service could accept'), surroundings, async () => {
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

  action(message.command('queues').description('how much waits on every queue'), surroundings, async () => {
    const depths = await withBroker(surroundings, async (broker) => {
      for (const source of sourceNames) broker.jobs(sourceQueue(source), sourceJob);
      for (const queue of serviceNames.flatMap((service) => [`${service}-requests`, `${service}-events`])) broker.queue(queue);
      return broker.queueDepths();
    });
    return { json: depths, text: table(depths.map(({ queue, waiting, active }) => ({ queue, waiting, active }))) };
  });
}
