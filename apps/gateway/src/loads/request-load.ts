import { Inject, Injectable } from '@nestjs/common';
import { VigiaError, type PayloadOf } from '@vigia/contracts';
import { Messages, Peers } from '@vigia/messaging';
import { SETTINGS } from '@vigia/service-kit';
import { DocumentLimit } from '../limits/document-limit.js';
import type { GatewaySettings } from '../settings.js';
import { AwaitRequest } from './await-request.js';
import type { RequestOutcome } from './domain/load-answer.js';

type Start = 'loads.start' | 'reprocess.start';
type Command<N extends Start> = Omit<PayloadOf<N>, 'noticeTo'>;
export type LoadCommand = Command<'loads.start'>;

@Injectable()
export class RequestLoad {
  constructor(
    private readonly messages: Messages,
    private readonly peers: Peers,
    private readonly waiting: AwaitRequest,
    private readonly limit: DocumentLimit,
    @Inject(SETTINGS) private readonly settings: GatewaySettings,
  ) {}

  /** Starts the load or the forced update unless that was done before under the same id, and waits for it. */
  async outcome<N extends Start>(message: N, command: Command<N>): Promise<RequestOutcome> {
    const { requestId, corporationId, taxIds } = command as Command<Start>;
    if (!(await this.waiting.isKnown(requestId))) {
      await this.limit.take(corporationId, taxIds.length);
      await this.start(message, command);
    }
    return this.waiting.outcome(requestId, this.settings.loadWaitMs);
  }

  private async start<N extends Start>(message: N, command: Command<N>): Promise<void> {
    const payload = { ...command, noticeTo: this.messages.address } as unknown as PayloadOf<N>;
    const reply = await this.peers.askOrUnknown(message, payload, { timeoutMs: this.settings.startTimeoutMs });
    // If the request was written down and only the reply is missing, it is waited for like any other.
    if (reply === 'unknown' && !(await this.waiting.isKnown((command as Command<Start>).requestId))) throw VigiaError.of('unavailable');
  }
}
