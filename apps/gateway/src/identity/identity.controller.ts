import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Handles, sealSecret } from '@vigia/messaging';
import { newSecret } from '../authentication/domain/credentials.js';
import { AuditLog, operatorActing } from '../audit/audit-log.js';
import { IdentityStore } from './identity-store.js';

/** What an operator may do. No HTTP path leads here. */
@Controller()
export class IdentityController {
  constructor(
    private readonly identityStore: IdentityStore,
    private readonly audit: AuditLog,
  ) {}

  @Handles('corporations.create')
  create({ name }: PayloadOf<'corporations.create'>): Promise<ReplyOf<'corporations.create'>> {
    const made = ({ corporationId }: ReplyOf<'corporations.create'>) => corporationId;
    const act = { actor: operatorActing(null), action: 'corporation.create', made, detail: { name } };
    return this.audit.record(act, () => this.identityStore.createCorporation(name));
  }

  @Handles('corporations.list')
  async list(_: PayloadOf<'corporations.list'>): Promise<ReplyOf<'corporations.list'>> {
    return { corporations: await this.identityStore.corporations() };
  }

  @Handles('corporations.suspend')
  suspend({ corporationId }: PayloadOf<'corporations.suspend'>): Promise<ReplyOf<'corporations.suspend'>> {
    const act = { actor: operatorActing(corporationId), action: 'corporation.suspend' };
    return this.audit.record(act, () => this.identityStore.setStatus(corporationId, 'suspended'));
  }

  @Handles('corporations.resume')
  resume({ corporationId }: PayloadOf<'corporations.resume'>): Promise<ReplyOf<'corporations.resume'>> {
    const act = { actor: operatorActing(corporationId), action: 'corporation.resume' };
    return this.audit.record(act, () => this.identityStore.setStatus(corporationId, 'active'));
  }

  @Handles('credentials.create')
  async createCredential({ corporationId, sealTo }: PayloadOf<'credentials.create'>): Promise<ReplyOf<'credentials.create'>> {
    const secret = newSecret();
    const { accessKey, accessSecret } = secret;
    const act = { actor: operatorActing(corporationId), action: 'credential.create', subject: accessKey };
    await this.audit.record(act, () => this.identityStore.createCredential(corporationId, secret));
    return { accessKey, sealedSecret: await sealSecret(accessSecret, sealTo) };
  }

  @Handles('credentials.list')
  async credentials({ corporationId }: PayloadOf<'credentials.list'>): Promise<ReplyOf<'credentials.list'>> {
    return { credentials: await this.identityStore.credentialsOf(corporationId) };
  }

  @Handles('credentials.revoke')
  async revoke({ accessKey }: PayloadOf<'credentials.revoke'>): Promise<ReplyOf<'credentials.revoke'>> {
    const { corporationId } = await this.identityStore.credential(accessKey);
    const act = { actor: operatorActing(corporationId), action: 'credential.revoke', subject: accessKey };
    return this.audit.record(act, () => this.identityStore.revoke(accessKey));
  }
}
