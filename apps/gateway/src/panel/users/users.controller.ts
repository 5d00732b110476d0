import { Controller, Get, Patch, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { closed, messages, personName } from '@vigia/contracts';
import { type Static, Type } from 'typebox';
import { ApiCall } from '../../openapi/api-call.js';
import { Acting } from '../audit/acting.js';
import { type Actor, AuditLog } from '../audit/audit-log.js';
import { CheckedBody } from '../calls/check-shape.js';
import { Id } from '../calls/own-id.js';
import { OwnSiteGuard } from '../sessions/own-site.guard.js';
import { type Colleague, onlyAdmins, Self, SessionGuard } from '../sessions/session.guard.js';
import { UserBook } from './user-book.js';

const user = messages['users.deactivate'].reply;
/** What an administrator can make somebody; operators are made elsewhere. */
const role = Type.Enum(['admin', 'member']);

export const newUserBody = closed({ email: user.properties.email, name: personName, role });
export type NewUserBody = Static<typeof newUserBody>;
export const newUserExample: NewUserBody = { email: 'luz@demo.example', name: 'Luz Prueba', role: 'member' };

export const userChangesBody = Type.Partial(closed({ name: personName, role, active: Type.Boolean() }), {
  additionalProperties: false,
  minProperties: 1,
});
export type UserChangesBody = Static<typeof userChangesBody>;

export const userAnswer = closed({ user });
export const usersAnswer = closed({ users: Type.Array(user) });
export const invitationAnswer = closed({
  user,
  passwordLink: closed({
    token: Type.String({ description: 'for PUT /panel/v1/password/by-link; shown this once' }),
    expiresAt: Type.String({ format: 'date-time' }),
  }),
});
export type UserAnswer = Static<typeof userAnswer>;
export type UsersAnswer = Static<typeof usersAnswer>;
export type InvitationAnswer = Static<typeof invitationAnswer>;

export const userExample: UserAnswer = {
  user: {
    userId: '5b0f1f0c-1c1e-4a57-8d3e-7c9f6f1f2b22',
    corporationId: '893d0f72-af5b-4131-94d2-78cbd1cb66bb',
    active: true,
    createdAt: '2026-11-21T14:00:00.000Z',
    ...newUserExample,
  },
};
export const usersExample: UsersAnswer = { users: [userExample.user] };
export const invitationExample: InvitationAnswer = {
  ...userExample,
  passwordLink: { token: 'kL0pP6cSx3n8Zb6lq5l4rE7fT1uV9wX2yA3bC4dE5fG', expiresAt: '2026-11-24T14:00:00.000Z' },
};

const invitation = { schema: invitationAnswer, example: invitationExample, description: 'the user, and a link to set a password with' };

@ApiTags('panel: users')
@UseGuards(OwnSiteGuard, SessionGuard, onlyAdmins)
@Controller('panel/v1/users')
export class UsersController {
  constructor(
    private readonly users: UserBook,
    private readonly audit: AuditLog,
  ) {}

  @Get()
  @ApiCall({
    summary: 'List the users of your corporation',
    answer: { schema: usersAnswer, example: usersExample, description: 'oldest first' },
    errors: ['role_missing'],
  })
  async list(@Self() { corporationId }: Colleague): Promise<UsersAnswer> {
    return { users: await this.users.list(corporationId) };
  }

  @Post()
  @ApiCall({
    summary: 'Create a user',
    body: { schema: newUserBody, example: newUserExample },
    answer: invitation,
    errors: ['role_missing', 'email_taken'],
  })
  create(
    @CheckedBody(newUserBody) body: NewUserBody,
    @Acting() actor: Actor,
    @Self() { corporationId }: Colleague,
  ): Promise<InvitationAnswer> {
    const { email, role } = body;
    return this.audit.record({ actor, action: 'user.create', detail: { email, role } }, () =>
      this.users.create({ ...body, corporationId }),
    );
  }

  @Patch(':userId')
  @ApiCall({
    summary: 'Change name or role of a user, deactivate or reactivate',
    body: { schema: userChangesBody, example: { active: false } },
    answer: { schema: userAnswer, example: userExample, description: 'the user as changed' },
    errors: ['role_missing', 'not_found', 'last_admin'],
  })
  async change(
    @Id('userId') userId: string,
    @CheckedBody(userChangesBody) changes: UserChangesBody,
    @Acting() actor: Actor,
    @Self() { corporationId }: Colleague,
  ): Promise<UserAnswer> {
    const act = { actor, action: 'user.change', subject: userId, detail: changes };
    return { user: await this.audit.record(act, () => this.users.change(userId, changes, corporationId)) };
  }

  @Post(':userId/password-link')
  @ApiCall({
    summary: 'Take the password of a user away and give a link to set another',
    answer: invitation,
    errors: ['role_missing', 'not_found', 'conflict'],
  })
  resetPassword(@Id('userId') userId: string, @Acting() actor: Actor, @Self() { corporationId }: Colleague): Promise<InvitationAnswer> {
    return this.audit.record({ actor, action: 'user.reset-password', subject: userId }, () =>
      this.users.resetPassword(userId, corporationId),
    );
  }
}
