import { Inject, Injectable } from '@nestjs/common';
import type { SourceJob, SourceName } from '@vigia/contracts';
import { rowsOf } from '@vigia/database';
import { inTrace, withCorrelationId, type Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { DataSource } from 'typeorm';
import { retryDelayMs } from '../domain/retry-delay.js';
import type { SourceAnswer } from '../domain/source-answer.js';
import { sourceAsked } from '../loads/load-metrics.js';
import { Sources } from '../sources/sources.js';
import { ClaimTasks, type Claimed } from './claim-tasks.js';
import { CloseAnswered } from './close-answered.js';

@Injectable()
export class RunTask {
  constructor(
    private readonly database: DataSource,
    private readonly sources: Sources,
    private readonly claims: ClaimTasks,
    private readonly answers: CloseAnswered,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run({ loadId, source }: SourceJob, signal: AbortSignal): Promise<void> {
    const task = await this.claims.claim({ loadId, source });
    if (!task) return;
    await withCorrelationId(task.correlationId, () =>
      inTrace(task.traceParent, `source ${source}`, async () => {
        const answer = await this.ask(source, task, signal);
        if (!(await this.postponed(loadId, source, task.attempts, answer))) await this.answers.close(loadId, { source, answer });
      }),
    );
  }

  private async ask(source: SourceName, { docType, taxId, attempts }: Claimed, signal: AbortSignal): Promise<SourceAnswer> {
    const endTimer = sourceAsked.startTimer({ source });
    const answer = await this.sources.ask(source, { docType, taxId }, signal);
    endTimer({ outcome: answer.outcome === 'failed' ? answer.reason : answer.outcome });
    if (answer.outcome === 'failed') {
      const { reason, detail } = answer;
      this.logger.info({ source, reason, ...(detail && { detail }), attempts }, 'source did not answer');
    }
    return answer;
  }

  private async postponed(loadId: string, source: SourceName, attempts: number, answer: SourceAnswer): Promise<boolean> {
    const delayMs = answer.outcome === 'failed' ? retryDelayMs(answer, attempts, Math.random()) : undefined;
    if (delayMs === undefined) return false;
    const postponed = await rowsOf(
      this.database,
      `UPDATE profiles.task SET due_at = now() + $3 * interval '1 ms', dispatches = 0
       WHERE load_id = $1 AND source = $2 AND state = 'pending' AND deadline_at > now() + $3 * interval '1 ms' RETURNING source`,
      [loadId, source, delayMs],
    );
    return postponed.length > 0;
  }
}
