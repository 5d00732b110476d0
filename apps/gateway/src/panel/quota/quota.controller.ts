import { Controller, Res } from '@nestjs/common';
import { panel, type PanelAnswer } from '@vigia/contracts';
import { Peers } from '@vigia/messaging';
import type { FastifyReply } from 'fastify';
import { RecordedCsv } from '../../csv/recorded-csv.js';
import { type Period, refuseReversed } from '../../http/url-query.js';
import { AddedUpReports } from '../../quota/added-up-reports.js';
import { chargesRows } from '../../quota/charges-answer.js';
import { contractNamed, periodAsked } from '../../quota/report-query.js';
import { ReportReader } from '../../quota/report-reader.js';
import { statementFile } from '../../quota/statement-csv.js';
import { Asked, Operation } from '../calls/operation.js';

const { quotaReports } = panel;

/** Months and charges of a corporation, as billing reports them. */
@Controller()
export class QuotaController {
  constructor(
    private readonly peers: Peers,
    private readonly reports: ReportReader,
    private readonly addedUp: AddedUpReports,
    private readonly files: RecordedCsv,
  ) {}

  @Operation(quotaReports.contracts)
  contracts(@Asked() { self }: Asked<typeof quotaReports.contracts>): Promise<PanelAnswer<typeof quotaReports.contracts>> {
    return this.peers.ask('contracts.list', ofCorporation(self));
  }

  @Operation(quotaReports.statement)
  async statement(@Asked() { query, self }: Asked<typeof quotaReports.statement>): Promise<PanelAnswer<typeof quotaReports.statement>> {
    const { asked } = await this.statementOf(self, query);
    const { opening, lines, closing, more } = await this.reports.statement(asked, Number(query.afterLine ?? 0));
    return { contractId: asked.contractId, opening, lines, closing, next: more ? (lines.at(-1)?.seq ?? null) : null };
  }

  @Operation(quotaReports.statementFile)
  statementFile(@Asked() { query, self, actor }: Asked<typeof quotaReports.statementFile>, @Res() reply: FastifyReply): Promise<void> {
    return this.files.send(reply, { actor, action: 'quota.statement', detail: daysTold(query) }, async () => {
      const { asked, contract } = await this.statementOf(self, query);
      return { ...statementFile(contract, asked), pages: await this.reports.statementPages(asked) };
    });
  }

  @Operation(quotaReports.forecast)
  forecast(@Asked() { self }: Asked<typeof quotaReports.forecast>): Promise<PanelAnswer<typeof quotaReports.forecast>> {
    return this.addedUp.ask('quota.forecast', ofCorporation(self));
  }

  @Operation(quotaReports.alerts)
  alerts(@Asked() { self }: Asked<typeof quotaReports.alerts>): Promise<PanelAnswer<typeof quotaReports.alerts>> {
    return this.addedUp.ask('quota.alerts', ofCorporation(self));
  }

  @Operation(quotaReports.charges)
  async charges(@Asked() { query, self }: Asked<typeof quotaReports.charges>): Promise<PanelAnswer<typeof quotaReports.charges>> {
    const { charges, totalCents, next } = await this.reports.charges(await this.chargesOf(self, query), query.after);
    return { charges, totalCents, next };
  }

  @Operation(quotaReports.chargesFile)
  chargesFile(@Asked() { query, self, actor }: Asked<typeof quotaReports.chargesFile>, @Res() reply: FastifyReply): Promise<void> {
    return this.files.send(reply, { actor, action: 'quota.charges', detail: daysTold(query) }, async () => {
      const period = await this.chargesOf(self, query);
      const pages = await this.reports.chargesPages(period);
      return { name: `vigia-cargos-${period.from}-${period.to}`, pages, rows: chargesRows };
    });
  }

  private async chargesOf(self: { corporationId: string }, query: { contractId?: string; desde: string; hasta: string }) {
    const period = { ...ofCorporation(self), ...daysOf(query) };
    if (query.contractId === undefined) return period;
    const { contractId } = await contractNamed(this.peers, period.corporationId, query.contractId);
    return { ...period, contractId };
  }

  private async statementOf(self: { corporationId: string }, query: { contractId?: string; desde?: string; hasta?: string }) {
    const days = daysOf(query);
    const own = ofCorporation(self);
    const contract = await contractNamed(this.peers, own.corporationId, query.contractId);
    return { asked: { ...own, contractId: contract.contractId, ...days }, contract };
  }
}

function ofCorporation({ corporationId }: { corporationId: string }): { corporationId: string } {
  return { corporationId };
}

function daysOf(query: { desde: string; hasta: string }): { from: string; to: string };
function daysOf(query: Period): ReturnType<typeof periodAsked>;
function daysOf(query: Period): ReturnType<typeof periodAsked> {
  refuseReversed(query);
  return periodAsked(query);
}

/** In the words of the other entries of the audit record. */
function daysTold({ desde: startsOn, hasta: endsOn }: Period): Record<string, unknown> {
  return { ...(startsOn !== undefined && { startsOn }), ...(endsOn !== undefined && { endsOn }) };
}
