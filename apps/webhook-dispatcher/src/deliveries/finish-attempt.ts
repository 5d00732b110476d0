import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@vigia/database';
import { Batches } from '@vigia/dispatch';
import { SETTINGS } from '@vigia/service-kit';
import { countedFailures } from '../domain/counted-failures.js';
import { retryDelayMs } from '../domain/retry-schedule.js';
import type { AttemptReport } from '../sending/attempt-report.js';
import type { WebhookDispatcherSettings } from '../settings.js';
import { attemptLeaseMs, type Claimed } from './claim-statement.js';
import { countFailures, cutOffAttempt, finishAttempts, giveBackAttempt } from './finish-statements.js';

interface Ended {
  claimed: Claimed;
  report: AttemptReport;
  goesOn: boolean;
}

@Injectable()
export class FinishAttempt {
  private readonly together = new Batches((ended: Ended[]) => this.finishAll(ended));

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: WebhookDispatcherSettings,
  ) {}

  /** Gives the place among the attempts of the configuration to another of its deliveries, if it goes on and one is due. */
  finish(claimed: Claimed, report: AttemptReport, { goesOn }: { goesOn: boolean }): Promise<Claimed | undefined> {
    return this.together.add({ claimed, report, goesOn });
  }

  /** Nobody knows what came of it: the next attempt follows at once and says so. */
  async cutOff({ deliveryId, attempt }: Claimed): Promise<void> {
    await this.database.rows(cutOffAttempt, [deliveryId, attempt]);
  }

  /** As if it had not been claimed, for a while. */
  async giveBack({ deliveryId, attempt }: Claimed): Promise<void> {
    await this.database.rows(giveBackAttempt, [deliveryId, attempt]);
  }

  private async finishAll(ended: Ended[]): Promise<(Claimed | undefined)[]> {
    const failures = countedFailures(
      ended.map(({ claimed: { id, isTest }, report }) => ({ configurationId: id, isTest, result: report.outcome.result })),
    );
    const claimedNext = await this.database.transaction(async (tx) => {
      tx.send(countFailures, [failures.map((one) => JSON.stringify(one))]);
      return tx.sendFor<Claimed>(finishAttempts, [ended.map((one) => JSON.stringify(this.closed(one))), attemptLeaseMs(this.settings)]);
    });
    const next = claimedNext();
    return ended.map(({ claimed, goesOn }) => {
      const taken = goesOn ? next.findIndex((one) => placeOf(one) === placeOf(claimed)) : -1;
      return taken < 0 ? undefined : next.splice(taken, 1)[0];
    });
  }

  private closed({ claimed, report: { outcome, responseBody, ...observed }, goesOn }: Ended) {
    const { deliveryId, attempt, id: configurationId } = claimed;
    const failed = outcome.result === 'failed';
    const delayMs = failed && !claimed.isTest && !outcome.isFinal ? this.delayMs(claimed, outcome.hintMs) : undefined;
    return {
      ...observed,
      deliveryId,
      attempt,
      configurationId,
      goesOn,
      delayMs,
      state: failed ? 'FAILED' : 'SUCCEEDED',
      ...(failed && { failure: outcome.failure, detail: outcome.detail }),
      responseBody: responseBody?.toString('base64'),
    };
  }

  private delayMs({ failuresBefore }: Claimed, hintMs?: number): number | undefined {
    return retryDelayMs(this.settings.retryDelays, failuresBefore + 1, Math.random(), hintMs);
  }
}

/** First attempts and retries keep to their own lane. */
function placeOf({ id, attempt }: Claimed): string {
  return `${id} ${attempt === 1}`;
}
