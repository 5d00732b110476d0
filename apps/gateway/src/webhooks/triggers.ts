import { Inject, Injectable } from '@nestjs/common';
import type { Document, ReplyOf } from '@vigia/contracts';
import { Peers, twice } from '@vigia/messaging';
import { SETTINGS } from '@vigia/service-kit';
import type { CostlyCall } from '../idempotency/costly-call.js';
import { DocumentLimit } from '../limits/document-limit.js';
import { modeOf } from '../loads/body-fields.js';
import type { GatewaySettings } from '../settings.js';

interface AskedTrigger extends Document {
  isMonitoring?: boolean;
}

/** A trigger counts as one document, because it may load one. */
@Injectable()
export class Triggers {
  constructor(
    private readonly limit: DocumentLimit,
    private readonly peers: Peers,
    @Inject(SETTINGS) private readonly settings: GatewaySettings,
  ) {}

  /** If the dispatcher that got the request dies, another one gives the same answer, because the event's id follows from the request id. */
  async accept({ corporationId, origin }: CostlyCall, requestId: string, asked: AskedTrigger): Promise<ReplyOf<'webhooks.trigger'>> {
    const { docType, taxId, isMonitoring } = asked;
    await this.limit.take(corporationId, 1);
    const patience = { timeoutMs: Math.ceil(this.settings.startTimeoutMs / 2), ...twice };
    return this.peers.ask('webhooks.trigger', { requestId, corporationId, docType, taxId, mode: modeOf(isMonitoring), origin }, patience);
  }
}
