import { migrate } from '@vigia/database';
import { migrateBroker } from '@vigia/messaging';
import type { Command } from 'commander';
import { action, addressesOf, type Surroundings } from '../surroundings.js';

export function migrateCommand(program: Command, surroundings: Surroundings): void {
  action(program.command('migrate').description('bring the database and the broker up to this version'), surroundings, async () => {
    const { databaseUrl, brokerUrl } = addressesOf(surroundings);
    const applied = await migrate(databaseUrl);
    await migrateBroker(brokerUrl);
    return { json: { applied }, rows: applied.map((migration) => ({ applied: migration })), note: 'The schema is up to date.' };
  });
}
