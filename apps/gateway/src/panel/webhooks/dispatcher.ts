import { Injectable } from '@nestjs/common';
import { VigiaError, type PayloadOf, type ReplyOf, type RequestName } from '@vigia/contracts';
import { Messages, ReplyUnknownError } from '@vigia/messaging';

const usualTimeoutMs = 10_000;

/** The owner of everything about webhooks, asked by message. Every question is within the corporation that it is asked for. */
@Injectable()
export class Dispatcher {
  constructor(private readonly messages: Messages) {}

  async ask<N extends RequestName>(name: N, payload: PayloadOf<N>, timeoutMs = usualTimeoutMs): Promise<ReplyOf<N>> {
    try {
      return await this.messages.request(name, payload, { timeoutMs });
    } catch (error) {
      throw error instanceof ReplyUnknownError ? VigiaError.of('unavailable') : error;
    }
  }

  /** For what may be asked twice: the first answer may have been lost on its way. */
  async askAgain<N extends RequestName>(name: N, payload: PayloadOf<N>): Promise<ReplyOf<N>> {
    try {
      return await this.ask(name, payload);
    } catch (error) {
      if (error instanceof VigiaError && error.code === 'unavailable') return this.ask(name, payload);
      throw error;
    }
  }
}
