import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Handles, sealSecret } from '@vigia/messaging';
import { AuditLog, operatorActing } from '../../audit/audit-log.js';
import { type Invitation, invited, UserStore } from './user-store.js';

/** What an operator may do with users of any corporation. */
@Controller()
export class UserMessagesController {
  constructor(
    private readonly userStore: UserStore,
    private readonly audit: AuditLog,
  ) {}

  @Handles('users.create')
  async create({ sealTo, ...user }: PayloadOf<'users.create'>): Promise<ReplyOf<'users.create'>> {
    const { corporationId, email, role } = user;
    const act = { actor: operatorActing(corporationId), action: 'user.create', made: invited, detail: { email, role } };
    return sealed(await this.audit.record(act, () => this.userStore.create(user)), sealTo);
  }

  @Handles('users.list')
  async list({ corporationId }: PayloadOf<'users.list'>): Promise<ReplyOf<'users.list'>> {
    return { users: await this.userStore.list(corporationId) };
  }

  @Handles('users.deactivate')
  async deactivate({ userId }: PayloadOf<'users.deactivate'>): Promise<ReplyOf<'users.deactivate'>> {
    const { corporationId } = await this.userStore.find(userId);
    const changes = { active: false };
    const act = { actor: operatorActing(corporationId), action: 'user.change', subject: userId, detail: changes };
    return this.audit.record(act, () => this.userStore.change(userId, changes, corporationId));
  }

  @Handles('users.readdress')
  async readdress({ userId, email }: PayloadOf<'users.readdress'>): Promise<ReplyOf<'users.readdress'>> {
    const { corporationId } = await this.userStore.find(userId);
    const act = { actor: operatorActing(corporationId), action: 'user.change', subject: userId, detail: { email } };
    return this.audit.record(act, () => this.userStore.readdress(userId, email, corporationId));
  }

  @Handles('users.reset')
  async reset({ userId, sealTo }: PayloadOf<'users.reset'>): Promise<ReplyOf<'users.reset'>> {
    const { corporationId } = await this.userStore.find(userId);
    const act = { actor: operatorActing(corporationId), action: 'user.reset-password', subject: userId };
    return sealed(await this.audit.record(act, () => this.userStore.resetPassword(userId, corporationId)), sealTo);
  }
}

async function sealed({ user, passwordLink: { token, expiresAt } }: Invitation, sealTo: string): Promise<ReplyOf<'users.create'>> {
  return { user, sealedToken: await sealSecret(token, sealTo), expiresAt };
}
