import { Inject, Injectable } from '@nestjs/common';
import { VigiaError, type StartLoads } from '@vigia/contracts';
import { Messages, ReplyUnknownError } from '@vigia/messaging';
import { SETTINGS } from '@vigia/service-kit';
import { DocumentLimit } from '../limits/document-limit.js';
import type { GatewaySettings } from '../settings.js';
import { AwaitRequest } from './await-request.js';
import type { RequestOutcome } from './domain/request-outcome.js';

export type LoadCommand = Omit<StartLoads, 'noticeTo'>;

@Injectable()
export class RequestLoad {
  constructor(
    private readonly messages: Messages,
    private readonly waiting: AwaitRequest,
    private readonly limit: DocumentLimit,
    @Inject(SETTINGS) private readonly settings: GatewaySettings,
  ) {}

  /** Starts the load unless that was done before under the same id, and waits for it. */
  async outcome(command: LoadCommand): Promise<RequestOutcome> {
    const { requestId, corporationId, taxIds } = command;
    if (!(await this.waiting.isKnown(requestId))) {
      await this.limit.take(corporationId, taxIds.length);
      await this.start(command);
    }
    return this.waiting.outcome(requestId, this.settings.loadWaitMs);
  }

  private async start(command: LoadCommand): Promise<void> {
    const noticeTo = this.messages.address;
    try {
      await this.messages.request('loads.start', { ...command, noticeTo }, { timeoutMs: this.settings.startTimeoutMs });
    } catch (error) {
      // Only the answer is missing: if the request was written down, it is waited for like any other.
      if (!(error instanceof ReplyUnknownError)) throw error;
      if (!(await this.waiting.isKnown(command.requestId))) throw VigiaError.of('unavailable');
    }
  }
}
