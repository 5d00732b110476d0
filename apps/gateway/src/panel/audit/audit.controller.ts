import { Controller } from '@nestjs/common';
import { panel, type PanelAnswer } from '@vigia/contracts';
import { Asked, Operation } from '../calls/operation.js';
import { readPage } from '../calls/pages.js';
import { AuditLog } from './audit-log.js';

const { audit } = panel;

@Controller()
export class AuditController {
  constructor(private readonly log: AuditLog) {}

  @Operation(audit.list)
  async list(@Asked() { query, self: { corporationId } }: Asked<typeof audit.list>): Promise<PanelAnswer<typeof audit.list>> {
    const { rows, ...cursors } = await readPage(query, (page) => this.log.page(corporationId, page));
    return { entries: rows.map(({ position: _, at, ...entry }) => ({ ...entry, at: at.toISOString() })), ...cursors };
  }
}
