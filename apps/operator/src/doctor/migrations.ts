import { migrationState } from '@vigia/database';
import { counted } from '../terminal.js';
import { attention, fine, wrong, type Check } from './finding.js';

const check = 'migrations';

export const checkMigrations: Check = async ({ database }) => {
  const { applied, pending, unknown, cleanupsDue } = await migrationState(database);
  if (pending.length > 0)
    return [wrong(check, `${pending.length} pending, the first is ${pending[0]}`, 'Run `migrate`: no service starts until then.')];
  if (unknown.length > 0) {
    const found = `${unknown.length} of a newer version, the last is ${unknown.at(-1)}`;
    return [
      attention(
        check,
        found,
        'Use the command line of the version that the services run. You can go back to this version until `migrate --cleanup` runs.',
      ),
    ];
  }
  return cleanupsDue.length > 0
    ? [
        attention(
          check,
          counted(cleanupsDue.length, 'cleanup is due', 'cleanups are due'),
          'Run `migrate --cleanup` once every replica runs this version.',
        ),
      ]
    : [fine(check, `${applied} applied, none pending`)];
};
