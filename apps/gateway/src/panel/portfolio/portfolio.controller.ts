import { Controller, Inject, Res } from '@nestjs/common';
import { limaDay, panel, type PanelAnswer } from '@vigia/contracts';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import type { FastifyReply } from 'fastify';
import { PortfolioCounter } from '../../portfolio/portfolio-counts.js';
import { portfolioRows } from '../../portfolio/portfolio-file.js';
import { PortfolioReader, usualLimit } from '../../portfolio/portfolio-reader.js';
import { PortfolioRisks } from '../../portfolio/portfolio-risk.js';
import { sendCsv } from '../../csv/send-csv.js';
import { Asked, Operation } from '../calls/operation.js';

const { portfolio } = panel;
const usualDays = 90;

@Controller()
export class PortfolioController {
  constructor(
    private readonly reader: PortfolioReader,
    private readonly counter: PortfolioCounter,
    private readonly risks: PortfolioRisks,
    @Inject(LOGGER) private readonly logger: Logger,
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
  async file(@Asked() { query, self }: Asked<typeof portfolio.file>, @Res() reply: FastifyReply): Promise<void> {
    const { sort, ...filters } = query;
    const pages = await this.reader.all(self.corporationId, filters, sort);
    await sendCsv(reply, this.logger, { name: `vigia-portafolio-${limaDay(new Date())}`, pages, rows: portfolioRows });
  }
}
