import { Controller, Res } from '@nestjs/common';
import { panel, type PanelAnswer } from '@vigia/contracts';
import type { FastifyReply } from 'fastify';
import { RecordedCsv } from '../../csv/recorded-csv.js';
import { allEntries, exportOf, fileOfEntries, shownEntry, withoutDocument } from '../audit/shown-entry.js';
import { AuditLog } from '../../audit/audit-log.js';
import { Asked, Operation } from '../calls/operation.js';
import { readPage } from '../../http/page-query.js';

const { operatorAudit: operations } = panel;

@Controller()
export class OperatorAuditController {
  constructor(
    private readonly log: AuditLog,
    private readonly files: RecordedCsv,
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
  csv(
    @Asked() { query: { corporationId: asked, ...query }, actor }: Asked<typeof operations.csv>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const corporationId = asked ?? null;
    return this.files.send(reply, exportOf({ ...actor, corporationId }, query), async () => ({
      name: 'actividad-plataforma',
      pages: await allEntries(this.log, corporationId, query),
      rows: (all) => fileOfEntries(all, { ofAll: true }),
    }));
  }
}
