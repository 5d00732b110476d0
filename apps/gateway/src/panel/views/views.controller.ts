import { Controller } from '@nestjs/common';
import { panel, type PanelAnswer } from '@vigia/contracts';
import { AuditLog } from '../../audit/audit-log.js';
import { Asked, Operation } from '../calls/operation.js';
import { ViewStore } from './view-store.js';

const { views } = panel;
type KeptView = PanelAnswer<typeof views.create>;

@Controller()
export class ViewsController {
  constructor(
    private readonly viewStore: ViewStore,
    private readonly audit: AuditLog,
  ) {}

  @Operation(views.list)
  async list(@Asked() { query, self }: Asked<typeof views.list>): Promise<PanelAnswer<typeof views.list>> {
    return { views: await this.viewStore.list(self, query.screen) };
  }

  @Operation(views.create)
  async create(@Asked() { body, actor, self }: Asked<typeof views.create>): Promise<KeptView> {
    const { screen, isShared } = body;
    const act = { actor, action: 'view.create', made: ({ viewId }: KeptView['view']) => viewId, detail: { screen, isShared } };
    return { view: await this.audit.record(act, () => this.viewStore.create(self, body)) };
  }

  @Operation(views.change)
  async change(@Asked() { params: { viewId }, body, actor, self }: Asked<typeof views.change>): Promise<KeptView> {
    const act = { actor, action: 'view.change', subject: viewId, detail: { fields: Object.keys(body), isShared: body.isShared } };
    return { view: await this.audit.record(act, () => this.viewStore.change(self, viewId, body)) };
  }

  @Operation(views.remove)
  async remove(@Asked() { params: { viewId }, actor, self }: Asked<typeof views.remove>): Promise<void> {
    await this.audit.record({ actor, action: 'view.remove', subject: viewId }, () => this.viewStore.remove(self, viewId));
  }
}
