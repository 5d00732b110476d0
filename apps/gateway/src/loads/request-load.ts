import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { VigiaError, type StartLoads } from '@vigia/contracts';
import { BrokerUnavailableError, Messages, ReplyUnknownError } from '@vigia/messaging';
import { SETTINGS } from '@vigia/service-kit';
import type { GatewaySettings } from '../settings.js';
import { AwaitRequest, type RequestOutcome } from './await-request.js';

export type { RequestOutcome };

@Injectable()
export class RequestLoad {
  constructor(
    private readonly messages: Messages,
    private readonly waiting: AwaitRequest,
    @Inject(SETTINGS) private readonly settings: GatewaySettings,
  ) {}

  async request(command: Omit<StartLoads, 'requestId' | 'noticeTo'>): Promise<RequestOutcome> {
    const requestId = randomUUID();
    const { startTimeoutMs, loadWaitMs } = this.settings;
    try {
      await this.messages.request('loads.start', { ...command, requestId, noticeTo: this.messages.address }, { timeoutMs: startTimeoutMs });
    } catch (error) {
      if (error instanceof BrokerUnavailableError) throw VigiaError.of('unavailable');
      if (!(error instanceof ReplyUnknownError)) throw error;
      // Only the answer is missing: if the request was written down, it is waited for like any other.
      if (!(await this.waiting.isKnown(requestId))) throw VigiaError.of('unavailable');
    }
    return this.waiting.outcome(requestId, loadWaitMs);
  }
}
