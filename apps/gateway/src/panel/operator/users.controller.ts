import { Controller } from '@nestjs/common';
import { panel, type PanelAnswer } from '@vigia/contracts';
import { AuditLog } from '../../audit/audit-log.js';
import { Asked, Operation } from '../calls/operation.js';
import { readPage } from '../../http/page-query.js';
import { invited, refuseOwnDeactivation, UserStore } from '../users/user-store.js';
import { OperatedCorporations } from './operated-corporations.js';
import { OperatedUsers } from './operated-users.js';

const { operatorUsers: operations } = panel;
type Invitation = PanelAnswer<typeof operations.create>;

@Controller()
export class OperatorUsersController {
  constructor(
    private readonly users: OperatedUsers,
    private readonly userStore: UserStore,
    private readonly corporations: OperatedCorporations,
    private readonly audit: AuditLog,
  ) {}

  @Operation(operations.list)
  async list(
    @Asked() { query: { q, role, active, ...asked } }: Asked<typeof operations.list>,
  ): Promise<PanelAnswer<typeof operations.list>> {
    const wanted = { ...(q !== undefined && { q }), ...(role && { role }), ...(active && { active: active === 'true' }) };
    const { rows, ...cursors } = await readPage(asked, (page) => this.users.page(wanted, page));
    return { users: rows.map(({ position: _, ...row }) => row), ...cursors };
  }

  @Operation(operations.create)
  create(@Asked() { body, actor }: Asked<typeof operations.create>): Promise<Invitation> {
    const operator = { ...body, role: 'operator', corporationId: null } as const;
    const act = { actor, action: 'user.create', made: invited, detail: { email: body.email, role: operator.role } };
    return this.audit.record(act, () => this.userStore.create(operator));
  }

  @Operation(operations.change)
  async change(@Asked() asked: Asked<typeof operations.change>): Promise<PanelAnswer<typeof operations.change>> {
    const { params, body: changes, actor, self } = asked;
    const { userId, corporationId } = await this.userStore.find(params.userId);
    const act = { actor: { ...actor, corporationId }, action: 'user.change', subject: userId, detail: changes };
    return {
      user: await this.audit.record(act, async () => {
        refuseOwnDeactivation(self, userId, changes);
        return this.userStore.change(userId, changes, corporationId);
      }),
    };
  }

  @Operation(operations.resetPassword)
  async resetPassword(@Asked() { params, actor }: Asked<typeof operations.resetPassword>): Promise<Invitation> {
    const { userId, corporationId } = await this.userStore.find(params.userId);
    const act = { actor: { ...actor, corporationId }, action: 'user.reset-password', subject: userId };
    return this.audit.record(act, () => this.userStore.resetPassword(userId, corporationId));
  }

  @Operation(operations.listOfCorporation)
  async listOfCorporation(
    @Asked() { params: { corporationId } }: Asked<typeof operations.listOfCorporation>,
  ): Promise<PanelAnswer<typeof operations.listOfCorporation>> {
    await this.corporations.one(corporationId);
    return { users: await this.userStore.list(corporationId) };
  }

  @Operation(operations.createInCorporation)
  async createInCorporation(@Asked() asked: Asked<typeof operations.createInCorporation>): Promise<Invitation> {
    const { params, body, actor } = asked;
    const { corporationId } = await this.corporations.one(params.corporationId);
    const act = {
      actor: { ...actor, corporationId },
      action: 'user.create',
      made: invited,
      detail: { email: body.email, role: body.role },
    };
    return this.audit.record(act, () => this.userStore.create({ ...body, corporationId }));
  }
}
