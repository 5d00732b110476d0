import { messages as registry, VigiaError, type PayloadOf, type ReplyOf, type RequestName, type ServiceName } from '@vigia/contracts';
import { BrokerUnavailableError, ReplyUnknownError } from '../datastore/reach.js';
import type { Messages } from './messages.js';

const usualTimeoutMs: Record<ServiceName, number> = {
  gateway: 10_000,
  'profile-loader': 10_000,
  billing: 5_000,
  'webhook-dispatcher': 10_000,
  'data-importer': 10_000,
};

interface Patience {
  timeoutMs?: number;
  attempts?: number;
}

/** For requests that may be repeated: the first reply may have been lost. */
export const twice = { attempts: 2 };

/** Sends requests to the other services, and decides what a request without a reply means for the caller. */
export class Peers {
  constructor(private readonly messages: Messages) {}

  /** The reply, or the error `unavailable` for the client that waits for it. */
  async ask<N extends RequestName>(name: N, payload: PayloadOf<N>, patience: Patience = {}): Promise<ReplyOf<N>> {
    const { timeoutMs = usualTimeoutMs[registry[name].owner as ServiceName], attempts = 1 } = patience;
    try {
      return await this.messages.request(name, payload, { timeoutMs });
    } catch (error) {
      if (!isWithoutReply(error)) throw error;
      if (attempts > 1) return this.ask(name, payload, { timeoutMs, attempts: attempts - 1 });
      throw VigiaError.of('unavailable');
    }
  }

  /** For commands. `unknown` does not mean no: the command may be carried out while only its reply got lost. */
  async askOrUnknown<N extends RequestName>(
    name: N,
    payload: PayloadOf<N>,
    { timeoutMs }: { timeoutMs: number },
  ): Promise<ReplyOf<N> | 'unknown'> {
    try {
      return await this.messages.request(name, payload, { timeoutMs });
    } catch (error) {
      if (isWithoutReply(error) || error instanceof BrokerUnavailableError) return 'unknown';
      throw error;
    }
  }
}

/** The owner may also have replied that it cannot do anything now. */
function isWithoutReply(error: unknown): boolean {
  return error instanceof ReplyUnknownError || (error instanceof VigiaError && error.code === 'unavailable');
}
