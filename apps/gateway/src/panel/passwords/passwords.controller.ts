import { Controller, Ip, Put, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { closed } from '@vigia/contracts';
import type { FastifyReply } from 'fastify';
import { Type, type Static } from 'typebox';
import { RequestLimits } from '../../limits/request-limits.js';
import { Acting } from '../audit/acting.js';
import { AuditLog, type Actor } from '../audit/audit-log.js';
import { ApiCall } from '../../openapi/api-call.js';
import { CheckedBody } from '../calls/check-shape.js';
import { longestPassword } from '../domain/password-rules.js';
import { OwnSiteGuard } from '../sessions/own-site.guard.js';
import type { SignedIn } from '../sessions/session-book.js';
import { Self, SessionGuard } from '../sessions/session.guard.js';
import { PasswordBook } from './password-book.js';

const password = Type.String({ minLength: 1, maxLength: longestPassword });
const changeBody = closed({ currentPassword: password, newPassword: password });
const changeExample = { currentPassword: 'una frase que nadie adivina', newPassword: 'otra frase que nadie adivina' };
const linkBody = closed({ token: Type.String({ minLength: 1, maxLength: 100 }), newPassword: password });
const linkExample = { token: 'kL0pP6cSx3n8Zb6lq5l4rE7fT1uV9wX2yA3bC4dE5fG', newPassword: changeExample.currentPassword };

@ApiTags('panel: sessions')
@UseGuards(OwnSiteGuard)
@Controller('panel/v1')
export class PasswordsController {
  constructor(
    private readonly passwords: PasswordBook,
    private readonly limits: RequestLimits,
    private readonly audit: AuditLog,
  ) {}

  @Put('password')
  @UseGuards(SessionGuard)
  @ApiCall({
    summary: 'Change your own password; your other sessions end',
    body: { schema: changeBody, example: changeExample },
    errors: ['password_wrong'],
  })
  async change(
    @CheckedBody(changeBody) { currentPassword, newPassword }: Static<typeof changeBody>,
    @Acting() actor: Actor,
    @Self() self: SignedIn,
    @Ip() address: string,
  ): Promise<void> {
    await this.audit.record({ actor, action: 'password.change' }, () => this.passwords.change(self, currentPassword, newPassword, address));
  }

  @Put('password/by-link')
  @ApiCall({
    summary: 'Set a password with the token of a link; every session of its user ends',
    isOpen: true,
    body: { schema: linkBody, example: linkExample },
    errors: ['password_link_invalid'],
  })
  async set(
    @CheckedBody(linkBody) { token, newPassword }: Static<typeof linkBody>,
    @Ip() address: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.limits.takeForAddress(address, reply);
    await this.passwords.setByLink(token, newPassword, address);
  }
}
