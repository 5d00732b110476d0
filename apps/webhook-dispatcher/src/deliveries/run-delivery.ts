import { Inject, Injectable } from '@nestjs/common';
import type { DeliveryJob } from '@vigia/contracts';
import { withCorrelationId, type Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { AttemptCutOff, ReceiverClient } from '../sending/receiver-client.js';
import type { AttemptReport } from '../sending/attempt-report.js';
import { ClaimDelivery, type Claimed } from './claim-delivery.js';
import { attempted } from './delivery-metrics.js';
import { DeliveryDispatcher } from './delivery-dispatcher.js';
import { FinishAttempt } from './finish-attempt.js';

@Injectable()
export class RunDelivery {
  constructor(
    private readonly claims: ClaimDelivery,
    private readonly client: ReceiverClient,
    private readonly attempts: FinishAttempt,
    private readonly dispatcher: DeliveryDispatcher,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(job: DeliveryJob, signal: AbortSignal): Promise<void> {
    const claimed = await this.claims.claim(job);
    if (claimed) await withCorrelationId(claimed.correlationId, () => this.attempt(job, claimed, signal));
  }

  private async attempt(job: DeliveryJob, claimed: Claimed, signal: AbortSignal): Promise<void> {
    try {
      const endTimer = attempted.startTimer();
      const report = await this.client.send(claimed.receiver, claimed, signal);
      endTimer({ outcome: report.outcome.result === 'failed' ? report.outcome.failure : 'succeeded' });
      await this.attempts.finish(job, claimed, report);
      this.log(job, claimed, report);
    } catch (error) {
      if (!(error instanceof AttemptCutOff)) throw error;
      await this.attempts.cutOff(job);
    }
    // An attempt of this configuration is free again.
    this.dispatcher.kick();
  }

  private log({ deliveryId, attempt }: DeliveryJob, { triggerId, configurationId }: Claimed, { outcome, status, totalMs }: AttemptReport) {
    const failure = outcome.result === 'failed' ? outcome.failure : undefined;
    this.logger.info({ triggerId, deliveryId, configurationId, attempt, status, totalMs, failure }, `delivery ${outcome.result}`);
  }
}
