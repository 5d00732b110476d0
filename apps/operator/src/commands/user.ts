import { userRoles, type User, type UserRole } from '@vigia/contracts';
import { Messages, requestInvitation, type Invitation } from '@vigia/messaging';
import { Option, type Command } from 'commander';
import { ask, assertCorporation, patience, withBroker, type Surroundings } from '../running-system.js';
import { table } from '../terminal.js';
import { action, emailArgument, nameArgument, UsageError, uuidArgument } from './action.js';

interface NewUser {
  corporation?: string;
  email: string;
  name: string;
  role: UserRole;
}

const shown = (users: User[]) =>
  table(
    users.map(({ userId, email, role, active, name }) => ({ user: userId, email, role, status: active ? 'active' : 'deactivated', name })),
  );

function invited({ user, token, expiresAt }: Invitation) {
  const link = `The user sets a password at https://<your address>/contrasena#${token}`;
  const advice = `This link is shown only now, and valid until ${expiresAt}. If it is lost, create another with \`user reset-password\`.`;
  return { json: { user, token, expiresAt }, text: `${shown([user])}\n${link}\n${advice}\n` };
}

export function userCommands(program: Command, surroundings: Surroundings): void {
  const user = program.command('user').description('users and operators who sign in');

  action<NewUser>(
    user
      .command('create')
      .description('create a user, who sets a password at the printed link')
      .requiredOption('--email <email>', 'email to sign in with', emailArgument)
      .requiredOption('--name <name>', 'name of the user', nameArgument)
      .addOption(new Option('--role <role>', 'role of the user').choices([...userRoles]).makeOptionMandatory())
      .option('--corporation <id>', 'id of the corporation; an operator belongs to none', uuidArgument),
    surroundings,
    async ({ corporation, email, name, role }) => {
      if ((role === 'operator') !== (corporation === undefined)) {
        throw new UsageError('an operator belongs to no corporation: give --corporation for every other role, and only for those');
      }
      if (corporation !== undefined) await assertCorporation(surroundings, corporation);
      const asked = { corporationId: corporation ?? null, email, name, role };
      return invited(await withBroker(surroundings, (broker) => requestInvitation(new Messages(broker), 'users.create', asked, patience)));
    },
  );

  action<{ corporation?: string }>(
    user
      .command('list')
      .description('list the users of a corporation, or the operators')
      .option('--corporation <id>', 'id of the corporation; the operators when left out', uuidArgument),
    surroundings,
    async ({ corporation }) => {
      if (corporation !== undefined) await assertCorporation(surroundings, corporation);
      const { users } = await ask(surroundings, 'users.list', { corporationId: corporation ?? null });
      return { json: users, text: shown(users) };
    },
  );

  action(
    user
      .command('deactivate')
      .description('end the sessions of a user and refuse to sign the user in')
      .argument('<id>', 'id of the user', uuidArgument),
    surroundings,
    async (_options, userId = '') => {
      const changed = await ask(surroundings, 'users.deactivate', { userId });
      const stay = changed.activeCredentials > 0 ? `Credentials that this user created stay active: ${changed.activeCredentials}\n` : '';
      return { json: changed, text: shown([changed]) + stay };
    },
  );

  action<{ email: string }>(
    user
      .command('change-email')
      .description('give a deactivated user another email, so that somebody else can use the old one')
      .argument('<id>', 'id of the user', uuidArgument)
      .requiredOption('--email <email>', 'the new email', emailArgument),
    surroundings,
    async ({ email }, userId = '') => {
      const changed = await ask(surroundings, 'users.readdress', { userId, email });
      return { json: changed, text: shown([changed]) };
    },
  );

  action(
    user
      .command('reset-password')
      .description('remove the password of a user, end the sessions and create a link to set another')
      .argument('<id>', 'id of the user', uuidArgument),
    surroundings,
    async (_options, userId = '') =>
      invited(await withBroker(surroundings, (broker) => requestInvitation(new Messages(broker), 'users.reset', { userId }, patience))),
  );
}
