import { Controller, Inject, Res } from '@nestjs/common';
import { panel, type PanelAnswer } from '@vigia/contracts';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import type { FastifyReply } from 'fastify';
import { limaMinute } from '../../domain/lima-time.js';
import { type Cell, sendCsv } from '../../quota/send-report.js';
import { Asked, Operation } from '../calls/operation.js';
import { readPage } from '../calls/pages.js';
import { AuditLog } from '../audit/audit-log.js';

const { audit } = panel;
const header = ['fecha', 'quien', 'direccion', 'accion', 'sobre', 'detalle', 'resultado', 'motivo'];

@Controller()
export class AuditController {
  constructor(
    private readonly log: AuditLog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Operation(audit.list)
  async list(@Asked() { query, self: { corporationId } }: Asked<typeof audit.list>): Promise<PanelAnswer<typeof audit.list>> {
    const { rows, ...cursors } = await readPage(query, (page) => this.log.page(corporationId, page, query));
    return { entries: rows.map(({ position: _, at, ...entry }) => ({ ...entry, at: at.toISOString() })), ...cursors };
  }

  @Operation(audit.csv)
  async csv(@Asked() { query, self: { corporationId } }: Asked<typeof audit.csv>, @Res() reply: FastifyReply): Promise<void> {
    const { log } = this;
    async function* rows(): AsyncGenerator<Cell[][]> {
      yield [header];
      for await (const page of log.pages(corporationId, query)) {
        yield page.map(({ at, actor, address, action, subject, detail, outcome, reason }) => [
          { exact: limaMinute(at) },
          actor,
          address === null ? null : { exact: address },
          action,
          subject,
          JSON.stringify(detail),
          outcome,
          reason,
        ]);
      }
    }
    await sendCsv(reply, this.logger, { name: 'actividad', rows: rows() });
  }
}
