import { Controller } from '@nestjs/common';
import { type Credential, panel, type PanelAnswer } from '@vigia/contracts';
import { newSecret } from '../../authentication/domain/credentials.js';
import { IdentityStore } from '../../identity/identity-store.js';
import { AuditLog } from '../../audit/audit-log.js';
import { Asked, Operation } from '../calls/operation.js';

const { credentials } = panel;
type Shown = PanelAnswer<typeof credentials.rename>['credential'];

@Controller()
export class CredentialsController {
  constructor(
    private readonly identityStore: IdentityStore,
    private readonly audit: AuditLog,
  ) {}

  @Operation(credentials.list)
  async list(@Asked() { self }: Asked<typeof credentials.list>): Promise<PanelAnswer<typeof credentials.list>> {
    return { credentials: (await this.identityStore.credentialsOf(self.corporationId)).toReversed().map(shownCredential) };
  }

  @Operation(credentials.create)
  async create(
    @Asked() { body: { name }, actor, self }: Asked<typeof credentials.create>,
  ): Promise<PanelAnswer<typeof credentials.create>> {
    const secret = newSecret();
    const { accessKey, accessSecret } = secret;
    await this.audit.record({ actor, action: 'credential.create', subject: accessKey, detail: { name } }, () =>
      this.identityStore.createCredential(self.corporationId, secret, { name, createdBy: self.userId }),
    );
    return { credential: shownCredential(await this.identityStore.credential(accessKey)), accessSecret };
  }

  @Operation(credentials.rename)
  async rename(@Asked() asked: Asked<typeof credentials.rename>): Promise<PanelAnswer<typeof credentials.rename>> {
    const { params, body, actor, self } = asked;
    const act = { actor, action: 'credential.rename', subject: params.accessKey, detail: body };
    return {
      credential: shownCredential(
        await this.audit.record(act, () => this.identityStore.rename(params.accessKey, body.name, self.corporationId)),
      ),
    };
  }

  @Operation(credentials.revoke)
  async revoke(@Asked() { params: { accessKey }, actor, self }: Asked<typeof credentials.revoke>): Promise<void> {
    const act = { actor, action: 'credential.revoke', subject: accessKey };
    await this.audit.record(act, () => this.identityStore.revoke(accessKey, self.corporationId));
  }
}

export function shownCredential({ corporationId: _, ...credential }: Credential): Shown {
  return credential;
}
