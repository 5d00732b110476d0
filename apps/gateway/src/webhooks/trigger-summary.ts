import { Inject, Injectable } from '@nestjs/common';
import { isValidDocument, VigiaError } from '@vigia/contracts';
import { Peers, twice } from '@vigia/messaging';
import { SETTINGS } from '@vigia/service-kit';
import { AnswerOnce } from '../idempotency/answer-once.js';
import type { Answer } from '../idempotency/idempotency-keys.js';
import type { CostlyCall } from '../idempotency/costly-call.js';
import { DocumentLimit } from '../limits/document-limit.js';
import type { GatewaySettings } from '../settings.js';
import { triggerAnswer, type TriggerBody } from './trigger-api.js';

@Injectable()
export class TriggerSummary {
  constructor(
    private readonly once: AnswerOnce,
    private readonly limit: DocumentLimit,
    private readonly peers: Peers,
    @Inject(SETTINGS) private readonly settings: GatewaySettings,
  ) {}

  async trigger({ docType, taxId, isMonitoring = true }: TriggerBody, call: CostlyCall): Promise<Answer> {
    if (!isValidDocument(docType, taxId)) throw VigiaError.of('document_invalid', { docType });
    const { corporationId, origin } = call;
    return this.once.answer(call, async (requestId) => {
      await this.limit.take(corporationId, 1);
      const mode = isMonitoring ? 'monitoring' : 'query';
      const trigger = { requestId, corporationId, docType, taxId, mode, origin } as const;
      // When the dispatcher that had the question dies, another one gives the same answer: the request id makes the event.
      const patience = { timeoutMs: Math.ceil(this.settings.startTimeoutMs / 2), ...twice };
      const accepted = await this.peers.ask('webhooks.trigger', trigger, patience);
      return { status: 202, text: JSON.stringify(triggerAnswer(taxId, accepted)), goesOn: false };
    });
  }
}
