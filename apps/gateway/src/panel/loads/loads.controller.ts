import { Controller, Inject, Res } from '@nestjs/common';
import { panel, type PanelAnswer } from '@vigia/contracts';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import type { FastifyReply } from 'fastify';
import { sendCsv } from '../../csv/send-csv.js';
import { Asked, Operation } from '../calls/operation.js';
import { readPage } from '../../http/page-query.js';
import { loadRows } from './load-file.js';
import { LoadHistory } from './load-history.js';

const { loads } = panel;

@Controller()
export class LoadsController {
  constructor(
    private readonly history: LoadHistory,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Operation(loads.list)
  async list(@Asked() { query, self }: Asked<typeof loads.list>): Promise<PanelAnswer<typeof loads.list>> {
    const { rows, ...cursors } = await readPage(query, (page) => this.history.page(self.corporationId, page));
    return { loads: rows.map(({ position: _, ...request }) => request), ...cursors };
  }

  @Operation(loads.one)
  one(@Asked() { params, self }: Asked<typeof loads.one>): Promise<PanelAnswer<typeof loads.one>> {
    return this.history.one(self.corporationId, params.requestId);
  }

  @Operation(loads.file)
  async file(@Asked() { params, query, self }: Asked<typeof loads.file>, @Res() reply: FastifyReply): Promise<void> {
    const requestIds = [...new Set([params.requestId, ...(query.with?.split(',') ?? [])])];
    const pages = await this.history.eachOf(self.corporationId, requestIds);
    await sendCsv(reply, this.logger, { name: `vigia-carga-${params.requestId.slice(0, 8)}`, pages, rows: loadRows });
  }
}
