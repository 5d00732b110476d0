import { Inject, Injectable } from '@nestjs/common';
import { deliveryJob, deliveryLanes, deliveryQueue, type DeliveryJob } from '@vigia/contracts';
import { Broker, type JobWorker } from '@vigia/messaging';
import { inTrace, withCorrelationId, type Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import { Counter, Histogram } from 'prom-client';
import { openReceiver } from '../configurations/configuration-row.js';
import { Vault } from '../secrets/vault.js';
import { AttemptCutOff, ReceiverClient, type AttemptReport, type Receiver } from '../sending/receiver-client.js';
import type { WebhookDispatcherSettings } from '../settings.js';
import { AttemptOutcomes } from './attempt-outcomes.js';
import { Claims, longestAttemptMs, type Claimed } from './claims.js';
import { DeliveryDispatcher } from './delivery-dispatcher.js';

const buckets = [0.05, 0.2, 1, 5, 10, 20, 30, 60];

const attempted = new Histogram({
  name: 'vigia_webhook_attempt_seconds',
  help: 'Time of one attempt of a delivery, by outcome',
  labelNames: ['outcome'],
  buckets,
});

export const acknowledged = new Histogram({
  name: 'vigia_webhook_acknowledgement_seconds',
  help: 'Time until a receiver answered with a status, of the 30 seconds that it has; tokens are not its own time',
  buckets,
});

const givenBack = new Counter({
  name: 'vigia_webhook_given_back_total',
  help: 'Attempts that did not begin because the secrets of the configuration could not be opened; their deliveries stay due',
});

/** How long one worker may stay with a receiver before it takes the next job. */
const staysForMs = 1_000;

@Injectable()
export class DeliveryRunner {
  constructor(
    private readonly claims: Claims,
    private readonly vault: Vault,
    private readonly receiverClient: ReceiverClient,
    private readonly attemptOutcomes: AttemptOutcomes,
    private readonly deliveryDispatcher: DeliveryDispatcher,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(job: DeliveryJob, signal: AbortSignal): Promise<void> {
    const claimed = await this.claims.claim(job);
    if (claimed) await this.attemptFrom(claimed, signal);
  }

  /** After a success the next delivery of the receiver follows without a round trip through the queue. */
  async attemptFrom(first: Claimed, signal: AbortSignal): Promise<void> {
    const until = performance.now() + staysForMs;
    let claimed: Claimed | undefined = first;
    while (claimed) claimed = await this.attempt(claimed, until, signal);
  }

  private attempt(claimed: Claimed, until: number, signal: AbortSignal): Promise<Claimed | undefined> {
    return withCorrelationId(claimed.correlationId, () =>
      inTrace(claimed.traceParent, 'attempt', async () => {
        const receiver = this.opened(claimed);
        if (!receiver) {
          await this.attemptOutcomes.giveBack(claimed);
          givenBack.inc();
          return undefined;
        }
        try {
          const report = await this.send(receiver, claimed, signal);
          const goesOn = report.outcome.result === 'succeeded' && performance.now() < until && !signal.aborted;
          const retryInMs = this.attemptOutcomes.retryInMs(claimed, report);
          const next = await this.attemptOutcomes.record(claimed, report, { goesOn, retryInMs });
          this.log(claimed, report, retryInMs);
          // The slot is free, and no delivery has taken it yet.
          if (!goesOn) this.deliveryDispatcher.kick();
          return next;
        } catch (error) {
          if (!(error instanceof AttemptCutOff)) throw error;
          await this.attemptOutcomes.cutOff(claimed);
          return undefined;
        }
      }),
    );
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
    const { deliveryId: id, triggerId, text } = claimed;
    const report = await this.receiverClient.send(receiver, { id, triggerId, body: Buffer.from(text) }, signal);
    endTimer({ outcome: report.outcome.result === 'failed' ? report.outcome.failure : 'succeeded' });
    if (report.firstByteMs !== undefined) acknowledged.observe(report.firstByteMs / 1000);
    return report;
  }

  private log(
    { deliveryId, attempt, triggerId, id: configurationId, corporationId, signedBy }: Claimed,
    { outcome, requestHeaders, status, totalMs, tokens }: AttemptReport,
    retryInMs: number | undefined,
  ) {
    const failed = outcome.result === 'failed';
    // Every attempt has its row, so by default the log shows only failures, and that one of them was made good.
    this.logger[failed || attempt > 1 ? 'info' : 'debug'](
      {
        triggerId,
        deliveryId,
        configurationId,
        corporationId,
        attempt,
        signedBy: requestHeaders.length > 0 ? signedBy : [],
        status,
        totalMs,
        tokens,
        ...(failed && { failure: outcome.failure }),
        ...(retryInMs !== undefined && { nextAt: new Date(Date.now() + retryInMs) }),
      },
      !failed ? 'delivery succeeded' : retryInMs === undefined ? 'delivery given up' : 'attempt failed',
    );
  }
}

@Injectable()
export class DeliveryWorkers {
  private workers: JobWorker[] = [];

  constructor(
    private readonly broker: Broker,
    private readonly deliveryRunner: DeliveryRunner,
    @Inject(SETTINGS) private readonly settings: WebhookDispatcherSettings,
  ) {}

  start(): void {
    this.workers = deliveryLanes.map((lane) =>
      this.broker.work(deliveryQueue(lane), deliveryJob, {
        concurrency: this.settings.attemptsAtOnce,
        timeoutMs: longestAttemptMs(this.settings),
        handle: (job, { signal }) => this.deliveryRunner.run(job, signal),
      }),
    );
  }

  async stop(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.close()));
  }
}
