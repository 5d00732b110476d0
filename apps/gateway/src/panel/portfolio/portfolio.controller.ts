import { Controller, Res } from '@nestjs/common';
import { limaDay, panel, type PanelAnswer, type PortfolioFilters } from '@vigia/contracts';
import type { FastifyReply } from 'fastify';
import { PortfolioCounter } from '../../portfolio/portfolio-counts.js';
import { portfolioRows } from '../../portfolio/portfolio-file.js';
import { PortfolioReader, usualLimit } from '../../portfolio/portfolio-reader.js';
import { PortfolioRisks } from '../../portfolio/portfolio-risk.js';
import { RecordedCsv } from '../../csv/recorded-csv.js';
import { Asked, Operation } from '../calls/operation.js';

const { portfolio } = panel;
const usualDays = 90;

@Controller()
export class PortfolioController {
  constructor(
    private readonly reader: PortfolioReader,
    private readonly counter: PortfolioCounter,
    private readonly risks: PortfolioRisks,
    private readonly files: RecordedCsv,
  ) {}

  @Operation(portfolio.list)
  list(@Asked() { query, self }: Asked<typeof portfolio.list>): Promise<PanelAnswer<typeof portfolio.list>> {
    const { sort, limit = usualLimit, before, after, ...filters } = query;
    const wrongPosition = 'before and after must be the older and newer of an earlier page in the same order';
    return this.reader.page(self.corporationId, filters, sort, { limit: Number(limit), before, after, wrongPosition });
  }

  @Operation(portfolio.counts)
  counts(@Asked() { query, self }: Asked<typeof portfolio.counts>): Promise<PanelAnswer<typeof portfolio.counts>> {
    return this.counter.counts(self.corporationId, query);
  }

  @Operation(portfolio.risk)
  risk(@Asked() { query, self }: Asked<typeof portfolio.risk>): Promise<PanelAnswer<typeof portfolio.risk>> {
    return this.risks.of(self.corporationId, Number(query.days ?? usualDays));
  }

  @Operation(portfolio.file)
  file(@Asked() { query, self, actor }: Asked<typeof portfolio.file>, @Res() reply: FastifyReply): Promise<void> {
    const { sort, ...filters } = query;
    return this.files.send(reply, { actor, action: 'portfolio.export', detail: toldOf(filters) }, async () => ({
      name: `vigia-portafolio-${limaDay(new Date())}`,
      pages: await this.reader.all(self.corporationId, filters, sort),
      rows: portfolioRows,
    }));
  }
}

/** A filter as the audit record keeps it: without the text of a search or the numbers of documents. */
function toldOf({ taxIds, q, ...classes }: PortfolioFilters): Record<string, unknown> {
  return {
    ...classes,
    ...(q !== undefined && { search: true }),
    ...(taxIds !== undefined && { documents: taxIds.split(',').length }),
  };
}
