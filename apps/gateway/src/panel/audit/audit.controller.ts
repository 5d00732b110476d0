import { Controller, Inject, Res } from '@nestjs/common';
import { panel, type PanelAnswer } from '@vigia/contracts';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import type { FastifyReply } from 'fastify';
import { sendCsv } from '../../csv/send-csv.js';
import { Asked, Operation } from '../calls/operation.js';
import { readPage } from '../../http/page-query.js';
import { AuditLog } from '../../audit/audit-log.js';
import { allEntries, fileOfEntries, shownEntry } from './shown-entry.js';

const { audit } = panel;

@Controller()
export class AuditController {
  constructor(
    private readonly log: AuditLog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Operation(audit.list)
  async list(@Asked() { query, self: { corporationId } }: Asked<typeof audit.list>): Promise<PanelAnswer<typeof audit.list>> {
    const { rows, ...cursors } = await readPage(query, (page) => this.log.page(corporationId, page, query));
    return { entries: rows.map(shownEntry), ...cursors };
  }

  @Operation(audit.csv)
  async csv(@Asked() { query, self: { corporationId } }: Asked<typeof audit.csv>, @Res() reply: FastifyReply): Promise<void> {
    const pages = await allEntries(this.log, corporationId, query);
    await sendCsv(reply, this.logger, { name: 'actividad', pages, rows: fileOfEntries });
  }
}
