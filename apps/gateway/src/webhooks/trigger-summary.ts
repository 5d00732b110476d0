import { Inject, Injectable } from '@nestjs/common';
import { isValidDocument, VigiaError, type PayloadOf, type ReplyOf } from '@vigia/contracts';
import { Messages, ReplyUnknownError } from '@vigia/messaging';
import { SETTINGS } from '@vigia/service-kit';
import { AnswerOnce } from '../idempotency/answer-once.js';
import type { Answer } from '../idempotency/idempotency-keys.js';
import type { CostlyCall } from '../idempotency/costly-call.js';
import { DocumentLimit } from '../limits/document-limit.js';
import type { GatewaySettings } from '../settings.js';
import { triggerAnswer, type TriggerBody } from './trigger-api.js';

type Trigger = PayloadOf<'webhooks.trigger'>;
type Accepted = ReplyOf<'webhooks.trigger'>;

@Injectable()
export class TriggerSummary {
  constructor(
    private readonly once: AnswerOnce,
    private readonly limit: DocumentLimit,
    private readonly messages: Messages,
    @Inject(SETTINGS) private readonly settings: GatewaySettings,
  ) {}

  async trigger({ docType, taxId, isMonitoring = true }: TriggerBody, call: CostlyCall): Promise<Answer> {
    if (!isValidDocument(docType, taxId)) throw VigiaError.of('document_invalid', { docType });
    const { corporationId, origin } = call;
    return this.once.answer(call, async (requestId) => {
      await this.limit.take(corporationId, 1);
      const mode = isMonitoring ? 'monitoring' : 'query';
      const accepted = await this.accepted({ requestId, corporationId, docType, taxId, mode, origin });
      return { status: 202, text: JSON.stringify(triggerAnswer(taxId, accepted)), goesOn: false };
    });
  }

  /** When the dispatcher that had the question dies, another one gives the same answer: the request id makes the event. */
  private async accepted(trigger: Trigger): Promise<Accepted> {
    const accepted = (await this.ask(trigger)) ?? (await this.ask(trigger));
    if (!accepted) throw VigiaError.of('unavailable');
    return accepted;
  }

  private async ask(trigger: Trigger): Promise<Accepted | undefined> {
    try {
      return await this.messages.request('webhooks.trigger', trigger, { timeoutMs: Math.ceil(this.settings.startTimeoutMs / 2) });
    } catch (error) {
      if (error instanceof ReplyUnknownError) return undefined;
      throw error;
    }
  }
}
