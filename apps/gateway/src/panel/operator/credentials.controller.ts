import { Controller } from '@nestjs/common';
import { panel, type PanelAnswer } from '@vigia/contracts';
import { newSecret } from '../../authentication/domain/credentials.js';
import { IdentityStore } from '../../identity/identity-store.js';
import { AuditLog } from '../../audit/audit-log.js';
import { Asked, Operation } from '../calls/operation.js';
import { shownCredential } from '../credentials/credentials.controller.js';
import { OperatedCorporations } from './operated-corporations.js';

const { operatorCredentials: operations } = panel;

@Controller()
export class OperatorCredentialsController {
  constructor(
    private readonly corporations: OperatedCorporations,
    private readonly identityStore: IdentityStore,
    private readonly audit: AuditLog,
  ) {}

  @Operation(operations.list)
  async list(@Asked() { params }: Asked<typeof operations.list>): Promise<PanelAnswer<typeof operations.list>> {
    const { corporationId } = await this.corporations.one(params.corporationId);
    return { credentials: (await this.identityStore.credentialsOf(corporationId)).toReversed().map(shownCredential) };
  }

  @Operation(operations.create)
  async create(
    @Asked() { params, body: { name }, actor }: Asked<typeof operations.create>,
  ): Promise<PanelAnswer<typeof operations.create>> {
    const { corporationId } = await this.corporations.one(params.corporationId);
    const secret = newSecret();
    const { accessKey, accessSecret } = secret;
    const act = { actor: { ...actor, corporationId }, action: 'credential.create', subject: accessKey, detail: { name } };
    await this.audit.record(act, () => this.identityStore.createCredential(corporationId, secret, { name, createdBy: null }));
    return { credential: shownCredential(await this.identityStore.credential(accessKey)), accessSecret };
  }

  @Operation(operations.revoke)
  async revoke(@Asked() { params: { corporationId, accessKey }, actor }: Asked<typeof operations.revoke>): Promise<void> {
    await this.corporations.one(corporationId);
    const act = { actor: { ...actor, corporationId }, action: 'credential.revoke', subject: accessKey };
    await this.audit.record(act, () => this.identityStore.revoke(accessKey, corporationId));
  }
}
