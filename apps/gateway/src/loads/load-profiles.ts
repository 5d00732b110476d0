import { Injectable } from '@nestjs/common';
import { isValidDocument, VigiaError, type DocType } from '@vigia/contracts';
import { AnswerOnce, type WorkedOut } from '../idempotency/answer-once.js';
import type { Answer } from '../idempotency/idempotency-keys.js';
import type { CostlyCall } from '../idempotency/costly-call.js';
import { answerForMany, answerForOne, type ApiVersion, nothingAsked } from './domain/load-answer.js';
import { Portfolio } from './portfolio.js';
import { type LoadCommand, RequestLoad } from './request-load.js';

export interface Asked {
  docType: DocType;
  isMonitoring?: boolean;
  months?: number;
}

interface Said {
  statusCode: number;
  message: string;
}

@Injectable()
export class LoadProfiles {
  constructor(
    private readonly once: AnswerOnce,
    private readonly loads: RequestLoad,
    private readonly portfolio: Portfolio,
  ) {}

  async one({ taxId, ...asked }: Asked & { taxId: string }, call: CostlyCall): Promise<Answer> {
    const { docType } = asked;
    const { corporationId, origin } = call;
    if (!isValidDocument(docType, taxId)) throw VigiaError.of('document_invalid', { docType });
    return this.once.answer(call, async (requestId) => {
      const outcome = await this.loads.outcome('loads.start', commandOf({ requestId, corporationId, taxIds: [taxId], origin }, asked));
      const isSkipped = outcome.items.some(({ state }) => state === 'skipped');
      const entry = isSkipped ? await this.portfolio.entry(corporationId, { docType, taxId }) : undefined;
      return this.answer(corporationId, asked, answerForOne(taxId, outcome, entry));
    });
  }

  async many({ taxIds: given, version, ...asked }: Asked & { taxIds: string[]; version: ApiVersion }, call: CostlyCall): Promise<Answer> {
    const { docType } = asked;
    const { corporationId, origin } = call;
    const taxIds = [...new Set(given)];
    const valid = taxIds.filter((taxId) => isValidDocument(docType, taxId));
    return this.once.answer(call, async (requestId) => {
      const command = commandOf({ requestId, corporationId, taxIds: valid, origin }, asked);
      const outcome = valid.length > 0 ? await this.loads.outcome('loads.start', command) : nothingAsked;
      return this.answer(corporationId, asked, answerForMany({ docType, taxIds, version }, outcome));
    });
  }

  private async answer(corporationId: string, asked: Asked, said: Said): Promise<WorkedOut> {
    const message = `${said.message}${await this.noteOnMonths(corporationId, asked)}`;
    return { status: said.statusCode, text: JSON.stringify({ ...said, message }), goesOn: said.statusCode === 202 };
  }

  private async noteOnMonths(corporationId: string, { isMonitoring = true, months }: Asked): Promise<string> {
    if (!isMonitoring && months !== undefined) return '; months has no effect on a query';
    return this.portfolio.noteOnMonths(corporationId, months);
  }
}

function commandOf(
  request: Pick<LoadCommand, 'requestId' | 'corporationId' | 'taxIds' | 'origin'>,
  { docType, isMonitoring = true, months }: Asked,
): LoadCommand {
  if (!isMonitoring) return { ...request, docType, mode: 'query' };
  return { ...request, docType, mode: 'monitoring', ...(months !== undefined && { months }) };
}
