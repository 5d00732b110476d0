import { Controller, Res } from '@nestjs/common';
import { panel, type PanelAnswer } from '@vigia/contracts';
import type { FastifyReply } from 'fastify';
import { RecordedCsv } from '../../csv/recorded-csv.js';
import { Asked, Operation } from '../calls/operation.js';
import { readPage } from '../../http/page-query.js';
import { loadRows } from './load-file.js';
import { LoadHistory } from './load-history.js';

const { loads } = panel;

@Controller()
export class LoadsController {
  constructor(
    private readonly history: LoadHistory,
    private readonly files: RecordedCsv,
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
  file(@Asked() { params: { requestId }, query, self, actor }: Asked<typeof loads.file>, @Res() reply: FastifyReply): Promise<void> {
    const requestIds = [...new Set([requestId, ...(query.with?.split(',') ?? [])])];
    return this.files.send(reply, { actor, action: 'load.export', subject: requestId }, async () => ({
      name: `vigia-carga-${requestId.slice(0, 8)}`,
      pages: await this.history.eachOf(self.corporationId, requestIds),
      rows: loadRows,
    }));
  }
}
