import { Controller } from '@nestjs/common';
import { panel, type PanelAnswer } from '@vigia/contracts';
import { AuditLog } from '../../audit/audit-log.js';
import { Asked, Operation } from '../calls/operation.js';
import { invited, refuseOwnDeactivation, UserStore } from './user-store.js';

const { users, colleagues } = panel;
type Invitation = PanelAnswer<typeof users.create>;

@Controller()
export class UsersController {
  constructor(
    private readonly userStore: UserStore,
    private readonly audit: AuditLog,
  ) {}

  @Operation(users.list)
  async list(@Asked() { self: { corporationId } }: Asked<typeof users.list>): Promise<PanelAnswer<typeof users.list>> {
    return { users: await this.userStore.list(corporationId) };
  }

  @Operation(colleagues.list)
  async colleagues(@Asked() { self }: Asked<typeof colleagues.list>): Promise<PanelAnswer<typeof colleagues.list>> {
    return { colleagues: await this.userStore.colleagues(self.corporationId) };
  }

  @Operation(users.create)
  create(@Asked() { body, actor, self: { corporationId } }: Asked<typeof users.create>): Promise<Invitation> {
    const { email, role } = body;
    const act = { actor, action: 'user.create', made: invited, detail: { email, role } };
    return this.audit.record(act, () => this.userStore.create({ ...body, corporationId }));
  }

  @Operation(users.change)
  async change(@Asked() asked: Asked<typeof users.change>): Promise<PanelAnswer<typeof users.change>> {
    const { params, body: changes, actor, self } = asked;
    const act = { actor, action: 'user.change', subject: params.userId, detail: changes };
    return {
      user: await this.audit.record(act, async () => {
        refuseOwnDeactivation(self, params.userId, changes);
        return this.userStore.change(params.userId, changes, self.corporationId);
      }),
    };
  }

  @Operation(users.resetPassword)
  resetPassword(@Asked() { params, actor, self: { corporationId } }: Asked<typeof users.resetPassword>): Promise<Invitation> {
    const act = { actor, action: 'user.reset-password', subject: params.userId };
    return this.audit.record(act, () => this.userStore.resetPassword(params.userId, corporationId));
  }
}
