import { Controller, Req, Res } from '@nestjs/common';
import { type Document, panel, type PanelAnswer, VigiaError } from '@vigia/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AskedProfile } from '@vigia/summaries';
import { AuditLog } from '../../audit/audit-log.js';
import { changesAsked } from '../../history/history.controller.js';
import { HistoryReader, parseCursor } from '../../history/history-reader.js';
import { sendSummary, SummaryReader } from '../../summaries/summary-reader.js';
import { Asked, Operation } from '../calls/operation.js';
import { AccessFacts } from './access-facts.js';
import { DaySetting } from './day-setting.js';
import { type Evidence, EvidenceReader } from './evidence-reader.js';
import { LatestAnswers } from './latest-answers.js';
import { RecordActs } from './record-acts.js';

const { profiles } = panel;

@Controller()
export class ProfilesController {
  constructor(
    private readonly accessFacts: AccessFacts,
    private readonly summaryReader: SummaryReader,
    private readonly historyReader: HistoryReader,
    private readonly evidenceReader: EvidenceReader,
    private readonly latestAnswers: LatestAnswers,
    private readonly recordActs: RecordActs,
    private readonly audit: AuditLog,
    private readonly daySetting: DaySetting,
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
    sendSummary(await this.summaryReader.read('v2', profileOf(self, params), query.fecha, headers['if-none-match']), reply);
  }

  @Operation(profiles.history)
  history(@Asked() { params, query, self }: Asked<typeof profiles.history>): Promise<PanelAnswer<typeof profiles.history>> {
    if (query.cursor !== undefined && !parseCursor(query.cursor)) throw bad('cursor must be the siguiente of an earlier page');
    return this.historyReader.page(profileOf(self, params), changesAsked(query));
  }

  @Operation(profiles.basis)
  async basis(@Asked() { params, query, self }: Asked<typeof profiles.basis>): Promise<PanelAnswer<typeof profiles.basis>> {
    const { at, sha256, evidence, withheld, isLive } = await this.evidence(self, params, query);
    const { docType, taxId, sections } = evidence;
    const [setting, latest] = await Promise.all([
      this.daySetting.of(self.corporationId, at, withheld, sections),
      isLive ? this.latestAnswers.of(params, sections) : [],
    ]);
    return { docType, taxId, at: at.toISOString(), sha256, ...setting, sections, latest };
  }

  @Operation(profiles.record)
  record(@Asked() { params, query, self, actor }: Asked<typeof profiles.record>): Promise<PanelAnswer<typeof profiles.record>> {
    const read = async () => {
      const { at, sha256, evidence, withheld } = await this.evidence(self, params, query);
      const { docType, taxId, sections } = evidence;
      const [setting, acts] = await Promise.all([
        this.daySetting.of(self.corporationId, at, withheld, sections),
        this.recordActs.of(self.corporationId, params, query.fecha),
      ]);
      return { docType, taxId, at: at.toISOString(), sha256, ...setting, evidence, ...acts };
    };
    return query.file ? this.audit.record({ actor, action: 'profile.record' }, read) : read();
  }

  private evidence({ corporationId }: { corporationId: string }, document: Document, query: { fecha?: string }): Promise<Evidence> {
    return this.evidenceReader.at(corporationId, document, query.fecha);
  }
}

function profileOf({ corporationId }: { corporationId: string }, { docType, taxId }: Document): AskedProfile {
  return { corporationId, taxId, docTypes: [docType] };
}

function bad(detail: string): VigiaError {
  return VigiaError.of('bad_request', { detail });
}
