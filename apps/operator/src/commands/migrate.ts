import { migrate } from '@vigia/database';
import { migrateBroker } from '@vigia/messaging';
import type { Command } from 'commander';
import { table } from '../output/table.js';
import type { Surroundings } from '../surroundings.js';
import { addressesOf } from '../system/addresses.js';
import { action } from './action.js';

export function migrateCommand(program: Command, surroundings: Surroundings): void {
  const command = program
    .command('migrate')
    .description('bring the database and the broker up to this version')
    .option('--cleanup', 'also take away what only the version before used: once every replica is of this one');
  action<{ cleanup?: true }>(command, surroundings, async ({ cleanup = false }) => {
    const { databaseUrl, brokerUrl } = addressesOf(surroundings);
    if (!databaseUrl) throw new Error('set DATABASE_URL as well: the broker alone does not say which database to migrate');
    const applied = await migrate(databaseUrl, { cleanup });
    await migrateBroker(brokerUrl);
    const list = applied.length > 0 ? `${table(applied.map((migration) => ({ applied: migration })))}\n` : '';
    return { json: { applied }, text: `${list}The schema is up to date.\n` };
  });
}
