import type { Corporation, Credential } from '@vigia/contracts';
import { Messages, requestCredential } from '@vigia/messaging';
import type { Command } from 'commander';
import { ask, assertCorporation, patience, withBroker, type Surroundings } from '../running-system.js';
import { table } from '../terminal.js';
import { action, nameArgument, uuidArgument } from './action.js';

const shownCorporations = (corporations: Corporation[]) =>
  table(corporations.map(({ corporationId, name, status }) => ({ corporation: corporationId, status, name })));

export function corporationCommands(program: Command, surroundings: Surroundings): void {
  const corporation = program.command('corporation').description('corporations of the platform');

  action<{ name: string }>(
    corporation
      .command('create')
      .description('create a corporation')
      .requiredOption('--name <name>', 'name of the corporation', nameArgument),
    surroundings,
    async ({ name }) => {
      const made = await ask(surroundings, 'corporations.create', { name });
      return { json: made, text: shownCorporations([made]) };
    },
  );

  action(corporation.command('list').description('list every corporation'), surroundings, async () => {
    const { corporations } = await ask(surroundings, 'corporations.list', {});
    return { json: corporations, text: shownCorporations(corporations) };
  });

  for (const [verb, does] of [
    ['suspend', 'refuse every call of a corporation from now on'],
    ['resume', 'accept the calls of a suspended corporation again'],
  ] as const) {
    action(
      corporation.command(verb).description(does).argument('<id>', 'id of the corporation', uuidArgument),
      surroundings,
      async (_options, corporationId = '') => {
        const changed = await ask(surroundings, `corporations.${verb}`, { corporationId });
        return { json: changed, text: shownCorporations([changed]) };
      },
    );
  }
}

const shownOnce = 'The secret is shown only now: Vigía does not store it. If it is lost, create another credential.';

const shownCredentials = (credentials: Credential[]) =>
  table(credentials.map(({ accessKey, status, createdAt }) => ({ 'access key': accessKey, status, created: createdAt })));

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
