import { Controller, Res } from '@nestjs/common';
import { panel, type PanelAnswer } from '@vigia/contracts';
import type { FastifyReply } from 'fastify';
import { RecordedCsv } from '../../csv/recorded-csv.js';
import { Asked, Operation } from '../calls/operation.js';
import { readPage } from '../../http/page-query.js';
import { AuditLog } from '../../audit/audit-log.js';
import { allEntries, exportOf, fileOfEntries, shownEntry } from './shown-entry.js';

const { audit } = panel;

@Controller()
export class AuditController {
  constructor(
    private readonly log: AuditLog,
    private readonly files: RecordedCsv,
  ) {}

  @Operation(audit.list)
  async list(@Asked() { query, self: { corporationId } }: Asked<typeof audit.list>): Promise<PanelAnswer<typeof audit.list>> {
    const { rows, ...cursors } = await readPage(query, (page) => this.log.page(corporationId, page, query));
    return { entries: rows.map(shownEntry), ...cursors };
  }

  @Operation(audit.csv)
  csv(@Asked() { query, self: { corporationId }, actor }: Asked<typeof audit.csv>, @Res() reply: FastifyReply): Promise<void> {
    return this.files.send(reply, exportOf(actor, query), async () => ({
      name: 'actividad',
      pages: await allEntries(this.log, corporationId, query),
      rows: fileOfEntries,
    }));
  }
}
