import { Controller, Req, Res } from '@nestjs/common';
import { type Document, panel, type PanelAnswer, VigiaError } from '@vigia/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limaDay } from '../../domain/lima-time.js';
import { changesAsked } from '../../history/history.controller.js';
import { HistoryReader, parseCursor } from '../../history/history-reader.js';
import type { AskedProfile } from '../../summaries/profile-query.js';
import { sendSummary, SummaryReader } from '../../summaries/summary-reader.js';
import { Asked, Operation } from '../calls/operation.js';
import { AccessFacts } from './access-facts.js';

const { profiles } = panel;

@Controller()
export class ProfilesController {
  constructor(
    private readonly accessFacts: AccessFacts,
    private readonly summaryReader: SummaryReader,
    private readonly historyReader: HistoryReader,
  ) {}

  @Operation(profiles.one)
  async one(@Asked() { params, self }: Asked<typeof profiles.one>): Promise<PanelAnswer<typeof profiles.one>> {
    return this.accessFacts.of(self.corporationId, params);
  }

  @Operation(profiles.summary)
  async summary(
    @Asked() { params, query, self }: Asked<typeof profiles.summary>,
    @Req() { headers }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { fecha } = query;
    if (fecha !== undefined && fecha > limaDay(new Date())) throw bad('fecha must not be in the future');
    sendSummary(await this.summaryReader.read('v2', profileOf(self, params), fecha, headers['if-none-match']), reply);
  }

  @Operation(profiles.history)
  history(@Asked() { params, query, self }: Asked<typeof profiles.history>): Promise<PanelAnswer<typeof profiles.history>> {
    if (query.cursor !== undefined && !parseCursor(query.cursor)) throw bad('cursor must be what an earlier page gave as siguiente');
    return this.historyReader.page(profileOf(self, params), changesAsked(query));
  }
}

function profileOf({ corporationId }: { corporationId: string }, { docType, taxId }: Document): AskedProfile {
  return { corporationId, taxId, docTypes: [docType] };
}

function bad(detail: string): VigiaError {
  return VigiaError.of('bad_request', { detail });
}
