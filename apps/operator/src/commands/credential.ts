import type { Command } from 'commander';
import type { Credential } from '@vigia/contracts';
import { Messages, requestCredential } from '@vigia/messaging';
import { table } from '../output/table.js';
import type { Surroundings } from '../surroundings.js';
import { ask, assertCorporation, patience, withBroker } from '../system/ask.js';
import { action } from './action.js';
import { uuidArgument } from './arguments.js';

const shownOnce = 'The secret is shown this once and kept nowhere. If it is lost, make another credential.';

const shown = (credentials: Credential[]) =>
  table(credentials.map(({ accessKey, status, createdAt }) => ({ 'access key': accessKey, status, created: createdAt })));

export function credentialCommands(program: Command, surroundings: Surroundings): void {
  const credential = program.command('credential').description('access keys and secrets of the API');

  action<{ corporation: string }>(
    credential
      .command('create')
      .description('make an access key and its secret')
      .requiredOption('--corporation <id>', 'whose', uuidArgument),
    surroundings,
    async ({ corporation }) => {
      const made = await withBroker(surroundings, (broker) => requestCredential(new Messages(broker), corporation, patience));
      const rows = [{ 'access key': made.accessKey, 'access secret': made.accessSecret }];
      return { json: made, text: `${table(rows)}\n${shownOnce}\n` };
    },
  );

  action<{ corporation: string }>(
    credential.command('list').description('the credentials of a corporation').requiredOption('--corporation <id>', 'whose', uuidArgument),
    surroundings,
    async ({ corporation }) => {
      await assertCorporation(surroundings, corporation);
      const { credentials } = await ask(surroundings, 'credentials.list', { corporationId: corporation });
      return { json: credentials, text: shown(credentials) };
    },
  );

  action(
    credential.command('revoke').description('refuse an access key and its tokens from now on').argument('<accessKey>', 'access key'),
    surroundings,
    async (_options, accessKey = '') => {
      const revoked = await ask(surroundings, 'credentials.revoke', { accessKey });
      return { json: revoked, text: shown([revoked]) };
    },
  );
}
