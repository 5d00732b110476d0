import { Controller } from '@nestjs/common';
import { panel, type PanelAnswer } from '@vigia/contracts';
import { Asked, Operation } from '../calls/operation.js';
import { readPage } from '../calls/pages.js';
import { LoadHistory } from './load-history.js';

const { loads } = panel;

@Controller()
export class LoadsController {
  constructor(private readonly history: LoadHistory) {}

  @Operation(loads.list)
  async list(@Asked() { query, self }: Asked<typeof loads.list>): Promise<PanelAnswer<typeof loads.list>> {
    const { rows, ...cursors } = await readPage(query, (page) => this.history.page(self.corporationId, page));
    return { loads: rows.map(({ position: _, ...request }) => request), ...cursors };
  }

  @Operation(loads.one)
  one(@Asked() { params, self }: Asked<typeof loads.one>): Promise<PanelAnswer<typeof loads.one>> {
    return this.history.one(self.corporationId, params.requestId);
  }
}
