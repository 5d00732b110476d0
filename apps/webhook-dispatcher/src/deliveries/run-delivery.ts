import { Inject, Injectable } from '@nestjs/common';
import type { DeliveryJob } from '@vigia/contracts';
import { withCorrelationId, type Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { openReceiver } from '../configurations/open-receiver.js';
import { Vault } from '../secrets/vault.js';
import { AttemptCutOff, ReceiverClient, type Receiver } from '../sending/receiver-client.js';
import type { AttemptReport } from '../sending/attempt-report.js';
import { ClaimDelivery } from './claim-delivery.js';
import type { Claimed } from './claim-statement.js';
import { DeliveryDispatcher } from './delivery-dispatcher.js';
import { acknowledged, attempted } from './delivery-metrics.js';
import { FinishAttempt } from './finish-attempt.js';

/** How long one worker may go on with other deliveries. Those of configurations that wait for a worker come next. */
const goesOnForMs = 1_000;

@Injectable()
export class RunDelivery {
  constructor(
    private readonly claims: ClaimDelivery,
    private readonly vault: Vault,
    private readonly client: ReceiverClient,
    private readonly attempts: FinishAttempt,
    private readonly dispatcher: DeliveryDispatcher,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(job: DeliveryJob, signal: AbortSignal): Promise<void> {
    const claimed = await this.claims.claim(job);
    if (claimed) await this.attemptFrom(claimed, signal);
  }

  /** A receiver that works is sent what else waits for it without another turn of the queue. */
  async attemptFrom(first: Claimed, signal: AbortSignal): Promise<void> {
    const until = Date.now() + goesOnForMs;
    let claimed: Claimed | undefined = first;
    while (claimed) claimed = await this.attempt(claimed, until, signal);
  }

  private attempt(claimed: Claimed, until: number, signal: AbortSignal): Promise<Claimed | undefined> {
    return withCorrelationId(claimed.correlationId, async () => {
      const receiver = this.opened(claimed);
      if (!receiver) {
        await this.attempts.giveBack(claimed);
        return undefined;
      }
      try {
        const report = await this.send(receiver, claimed, signal);
        const goesOn = report.outcome.result === 'succeeded' && Date.now() < until && !signal.aborted;
        const next = await this.attempts.finish(claimed, report, { goesOn });
        this.log(claimed, report);
        // Nobody has looked what else waits for the place that is free now.
        if (!goesOn) this.dispatcher.kick();
        return next;
      } catch (error) {
        if (!(error instanceof AttemptCutOff)) throw error;
        await this.attempts.cutOff(claimed);
        return undefined;
      }
    });
  }

  private opened(claimed: Claimed): Receiver | undefined {
    try {
      return openReceiver(this.vault, claimed);
    } catch (error) {
      const { deliveryId, id: configurationId } = claimed;
      this.logger.error({ err: error, deliveryId, configurationId }, 'secrets cannot be opened, delivery stays due');
      return undefined;
    }
  }

  private async send(receiver: Receiver, claimed: Claimed, signal: AbortSignal): Promise<AttemptReport> {
    const endTimer = attempted.startTimer();
    const { triggerId, text } = claimed;
    const report = await this.client.send(receiver, { triggerId, body: Buffer.from(text) }, signal);
    endTimer({ outcome: report.outcome.result === 'failed' ? report.outcome.failure : 'succeeded' });
    if (report.firstByteMs !== undefined) acknowledged.observe(report.firstByteMs / 1000);
    return report;
  }

  private log({ deliveryId, attempt, triggerId, id: configurationId }: Claimed, { outcome, status, totalMs, tokens }: AttemptReport) {
    const told = { triggerId, deliveryId, configurationId, attempt, status, totalMs, tokens };
    // Every attempt has its row. A log is read for what went wrong.
    if (outcome.result === 'failed') this.logger.info({ ...told, failure: outcome.failure }, 'delivery failed');
    else this.logger.debug(told, 'delivery succeeded');
  }
}
