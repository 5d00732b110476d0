import { Controller, Ip, Res } from '@nestjs/common';
import { panel } from '@vigia/contracts';
import type { FastifyReply } from 'fastify';
import { RequestLimits } from '../../limits/request-limits.js';
import { AuditLog } from '../audit/audit-log.js';
import { Asked, Operation } from '../calls/operation.js';
import { PasswordBook } from '../sign-in/password-book.js';

const { passwords } = panel;

@Controller()
export class PasswordsController {
  constructor(
    private readonly passwords: PasswordBook,
    private readonly limits: RequestLimits,
    private readonly audit: AuditLog,
  ) {}

  @Operation(passwords.change)
  async change(@Asked() { body, actor, self }: Asked<typeof passwords.change>, @Ip() address: string): Promise<void> {
    const { currentPassword, newPassword } = body;
    await this.audit.record({ actor, action: 'password.change' }, () => this.passwords.change(self, currentPassword, newPassword, address));
  }

  @Operation(passwords.setByLink)
  async setByLink(
    @Asked() { body: { token, newPassword } }: Asked<typeof passwords.setByLink>,
    @Ip() address: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.limits.takeForAddress(address, reply);
    await this.passwords.setByLink(token, newPassword, address);
  }
}
