import type { Command } from 'commander';
import type { Credential } from '@vigia/contracts';
import { requestCredential } from '@vigia/messaging';
import { action, patience, withBroker, type Surroundings } from '../surroundings.js';
import { uuidArgument } from './arguments.js';

const shown = (credentials: Credential[]) =>
  credentials.map(({ accessKey, status, createdAt }) => ({ 'access key': accessKey, status, created: createdAt }));

export function credentialCommands(program: Command, surroundings: Surroundings): void {
  const credential = program.command('credential').description('access keys and secrets of the API');

  action<{ corporation: string }>(
    credential
      .command('create')
      .description('make an access key and its secret')
      .requiredOption('--corporation <id>', 'whose', uuidArgument),
    surroundings,
    async ({ corporation }) => {
      const made = await withBroker(surroundings, (_, messages) => requestCredential(messages, corporation, patience));
      return {
        json: made,
        rows: [{ 'access key': made.accessKey, 'access secret': made.accessSecret }],
        note: 'The secret is shown this once and kept nowhere. If it is lost, make another credential.',
      };
    },
  );

  action<{ corporation: string }>(
    credential.command('list').description('the credentials of a corporation').requiredOption('--corporation <id>', 'whose', uuidArgument),
    surroundings,
    async ({ corporation }) => {
      const { credentials } = await withBroker(surroundings, (_, messages) =>
        messages.request('credentials.list', { corporationId: corporation }, patience),
      );
      return { json: credentials, rows: shown(credentials) };
    },
  );

  action(
    credential.command('revoke').description('refuse an access key and its tokens from now on').argument('<accessKey>', 'access key'),
    surroundings,
    async (_options, accessKey = '') => {
      const revoked = await withBroker(surroundings, (_, messages) => messages.request('credentials.revoke', { accessKey }, patience));
      return { json: revoked, rows: shown([revoked]) };
    },
  );
}
