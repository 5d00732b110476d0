import { migrate } from '@vigia/database';
import { migrateBroker } from '@vigia/messaging';
import type { Command } from 'commander';
import { addressesOf, type Surroundings } from '../running-system.js';
import { noProgress, progressOn, table } from '../terminal.js';
import { action } from './action.js';

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
    // Without the URL of a broker, an installation on Redis gets queues in its database that nobody uses.
    const queues =
      brokerUrl === databaseUrl ? 'The queues of the broker are in the same database: VIGIA_BROKER_URL names no other server.\n' : '';
    return { json: { applied }, text: `${list}The schema is up to date.\n${queues}` };
  });
}
