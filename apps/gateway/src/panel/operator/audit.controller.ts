import { Controller, Inject, Res } from '@nestjs/common';
import { panel, type PanelAnswer } from '@vigia/contracts';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import type { FastifyReply } from 'fastify';
import { sendCsv } from '../../csv/send-csv.js';
import { allEntries, fileOfEntries, shownEntry, withoutDocument } from '../audit/shown-entry.js';
import { AuditLog } from '../../audit/audit-log.js';
import { Asked, Operation } from '../calls/operation.js';
import { readPage } from '../../http/page-query.js';

const { operatorAudit: operations } = panel;

@Controller()
export class OperatorAuditController {
  constructor(
    private readonly log: AuditLog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Operation(operations.list)
  async list(@Asked() { query: { corporationId, ...query } }: Asked<typeof operations.list>): Promise<PanelAnswer<typeof operations.list>> {
    const { rows, ...cursors } = await readPage(query, (page) => this.log.page(corporationId ?? null, page, query));
    const entries = rows.map((row) => ({
      ...withoutDocument(shownEntry(row)),
      corporationId: row.corporationId,
      corporationName: row.corporationName,
    }));
    return { entries, ...cursors };
  }

  @Operation(operations.csv)
  async csv(@Asked() { query: { corporationId, ...query } }: Asked<typeof operations.csv>, @Res() reply: FastifyReply): Promise<void> {
    const pages = await allEntries(this.log, corporationId ?? null, query);
    await sendCsv(reply, this.logger, { name: 'actividad-plataforma', pages, rows: (all) => fileOfEntries(all, { ofAll: true }) });
  }
}
