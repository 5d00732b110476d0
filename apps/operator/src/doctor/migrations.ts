import { migrationState } from '@vigia/database';
import { attention, fine, wrong, type Check } from './finding.js';

const check = 'migrations';

export const checkMigrations: Check = async ({ database }) => {
  const { applied, pending, unknown, cleanupsDue } = await migrationState(database);
  if (pending.length > 0)
    return [wrong(check, `${pending.length} pending, the first is ${pending[0]}`, 'Run `migrate`: no service starts before.')];
  if (unknown.length > 0) {
    const found = `${unknown.length} of a newer version, the last is ${unknown.at(-1)}`;
    return [
      attention(check, found, 'Use the command line of the version that runs. Going back is possible until `migrate --cleanup` has run.'),
    ];
  }
  return cleanupsDue.length > 0
    ? [attention(check, `${cleanupsDue.length} cleanups are due`, 'Once no replica of the version before runs: `migrate --cleanup`.')]
    : [fine(check, `${applied} applied, none pending`)];
};
