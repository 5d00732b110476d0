import { Controller } from '@nestjs/common';
import { panel, type PanelAnswer } from '@vigia/contracts';
import { IdentityStore } from '../../identity/identity-store.js';
import { AuditLog } from '../../audit/audit-log.js';
import { Asked, Operation } from '../calls/operation.js';
import { readPage } from '../../http/page-query.js';
import { OperatedCorporations } from './operated-corporations.js';

const { operatorCorporations: operations } = panel;
type One = PanelAnswer<typeof operations.one>;

@Controller()
export class OperatorCorporationsController {
  constructor(
    private readonly corporations: OperatedCorporations,
    private readonly identityStore: IdentityStore,
    private readonly audit: AuditLog,
  ) {}

  @Operation(operations.list)
  async list(@Asked() { query: { q, status, ...asked } }: Asked<typeof operations.list>): Promise<PanelAnswer<typeof operations.list>> {
    const wanted = { ...(q !== undefined && { q }), ...(status && { status }) };
    const { rows, ...cursors } = await readPage(asked, (page) => this.corporations.page(wanted, page));
    return { corporations: rows.map(({ position: _, ...row }) => row), ...cursors };
  }

  /** A corporation has no id before it exists, so its creation is only in the operators' record. */
  @Operation(operations.create)
  async create(@Asked() { body: { name }, actor }: Asked<typeof operations.create>): Promise<One> {
    const made = ({ corporationId }: { corporationId: string }) => corporationId;
    const act = { actor, action: 'corporation.create', made, detail: { name } };
    const { corporationId } = await this.audit.record(act, () => this.identityStore.createCorporation(name));
    return { corporation: await this.corporations.one(corporationId) };
  }

  @Operation(operations.one)
  async one(@Asked() { params: { corporationId } }: Asked<typeof operations.one>): Promise<One> {
    return { corporation: await this.corporations.one(corporationId) };
  }

  @Operation(operations.change)
  async change(@Asked() { params: { corporationId }, body: { status }, actor }: Asked<typeof operations.change>): Promise<One> {
    await this.corporations.one(corporationId);
    const action = status === 'suspended' ? 'corporation.suspend' : 'corporation.resume';
    await this.audit.record({ actor: { ...actor, corporationId }, action }, () => this.identityStore.setStatus(corporationId, status));
    return { corporation: await this.corporations.one(corporationId) };
  }
}
