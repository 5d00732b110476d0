import { Controller, Get, Patch, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Acting } from '../audit/acting.js';
import { AuditLog, type Actor } from '../audit/audit-log.js';
import { ApiCall } from '../../openapi/api-call.js';
import { CheckedBody } from '../calls/check-shape.js';
import { Id } from '../calls/own-id.js';
import { OwnSiteGuard } from '../sessions/own-site.guard.js';
import { onlyAdmins, Self, SessionGuard, type Colleague } from '../sessions/session.guard.js';
import {
  invitationAnswer,
  invitationExample,
  newUserBody,
  newUserExample,
  userAnswer,
  userChangesBody,
  userExample,
  usersAnswer,
  usersExample,
  type InvitationAnswer,
  type NewUserBody,
  type UserAnswer,
  type UserChangesBody,
  type UsersAnswer,
} from './user-answers.js';
import { UserBook } from './user-book.js';

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
