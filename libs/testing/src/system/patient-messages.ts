import { setTimeout as sleep } from 'node:timers/promises';
import type { PayloadOf, ReplyOf, RequestName } from '@vigia/contracts';
import { BrokerUnavailableError, Messages } from '@vigia/messaging';

const pauseMs = 100;

/** Asks again while the broker takes no request: it has two seconds for one, which a busy machine may not give it. */
export class PatientMessages extends Messages {
  override async request<N extends RequestName>(name: N, payload: PayloadOf<N>, { timeoutMs }: { timeoutMs: number }): Promise<ReplyOf<N>> {
    const askedAt = performance.now();
    try {
      return await super.request(name, payload, { timeoutMs });
    } catch (error) {
      const left = timeoutMs - pauseMs - (performance.now() - askedAt);
      if (!(error instanceof BrokerUnavailableError) || left <= 0) throw error;
      await sleep(pauseMs);
      return this.request(name, payload, { timeoutMs: left });
    }
  }
}
