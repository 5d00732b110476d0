import type { Credential } from '@vigia/contracts';
import { Messages, requestCredential } from '@vigia/messaging';
import type { Command } from 'commander';
import { ask, assertCorporation, patience, withBroker, type Surroundings } from '../running-system.js';
import { table } from '../terminal.js';
import { action, uuidArgument } from './action.js';

const shownOnce = 'The secret is shown only now: Vigía does not store it. If it is lost, create another credential.';

const shownCredentials = (credentials: Credential[]) =>
  table(
    credentials.map(({ accessKey, status, createdAt, createdBy, lastUsedAt, name }) => ({
      'access key': accessKey,
      status,
      created: createdAt,
      by: createdBy ?? 'operator',
      'last used': lastUsedAt ?? '-',
      name: name ?? '-',
    })),
  );

export function credentialCommands(program: Command, surroundings: Surroundings): void {
  const credential = program.command('credential').description('access keys and secrets of the API');

  action<{ corporation: string }>(
    credential
      .command('create')
      .description('create an access key and its secret')
      .requiredOption('--corporation <id>', 'id of the corporation', uuidArgument),
    surroundings,
    async ({ corporation }) => {
      const made = await withBroker(surroundings, (broker) => requestCredential(new Messages(broker), corporation, patience));
      const rows = [{ 'access key': made.accessKey, 'access secret': made.accessSecret }];
      return { json: made, text: `${table(rows)}\n${shownOnce}\n` };
    },
  );

  action<{ corporation: string }>(
    credential
      .command('list')
      .description('list the credentials of a corporation')
      .requiredOption('--corporation <id>', 'id of the corporation', uuidArgument),
    surroundings,
    async ({ corporation }) => {
      await assertCorporation(surroundings, corporation);
      const { credentials } = await ask(surroundings, 'credentials.list', { corporationId: corporation });
      return { json: credentials, text: shownCredentials(credentials) };
    },
  );

  action(
    credential.command('revoke').description('refuse an access key and its tokens from now on').argument('<accessKey>', 'access key'),
    surroundings,
    async (_options, accessKey = '') => {
      const revoked = await ask(surroundings, 'credentials.revoke', { accessKey });
      return { json: revoked, text: shownCredentials([revoked]) };
    },
  );
}
