import { Inject, Injectable } from '@nestjs/common';
import type { SourceJob, SourceName } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { inTrace, withCorrelationId, type Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { retryDelayMs } from '../domain/retry-delay.js';
import type { SourceAnswer } from '../domain/source-answer.js';
import { sourceAsked } from '../loads/load-metrics.js';
import { Sources } from './sources.js';

import { CloseAnswered } from './close-answered.js';
import { OpenTasks, type OpenTask } from './open-tasks.js';

@Injectable()
export class RunTask {
  constructor(
    private readonly database: Database,
    private readonly sources: Sources,
    private readonly tasks: OpenTasks,
    private readonly answers: CloseAnswered,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run({ loadId, source }: SourceJob, signal: AbortSignal): Promise<void> {
    const task = await this.tasks.read({ loadId, source });
    if (!task) return;
    await withCorrelationId(task.correlationId, () =>
      inTrace(task.traceParent, `source ${source}`, async () => {
        const answer = await this.ask(source, task, signal);
        if (!(await this.postponed(loadId, source, task.attempts, answer))) await this.answers.close(loadId, { source, answer });
      }),
    );
  }

  private async ask(source: SourceName, { docType, taxId, attempts }: OpenTask, signal: AbortSignal): Promise<SourceAnswer> {
    const endTimer = sourceAsked.startTimer({ source });
    const answer = await this.sources.ask(source, { docType, taxId }, signal);
    endTimer({ outcome: answer.outcome === 'failed' ? answer.reason : answer.outcome });
    if (answer.outcome === 'failed') {
      const { reason, detail } = answer;
      this.logger.info({ source, reason, ...(detail && { detail }), attempts: attempts + 1 }, 'source did not answer');
    }
    return answer;
  }

  private async postponed(loadId: string, source: SourceName, attempts: number, answer: SourceAnswer): Promise<boolean> {
    const delayMs = answer.outcome === 'failed' ? retryDelayMs(answer, attempts + 1, Math.random()) : undefined;
    if (delayMs === undefined) return false;
    const postponed = await this.database.rows(
      sql`UPDATE profiles.task SET due_at = now() + $3 * interval '1 ms', dispatches = 0, attempts = attempts + 1
       WHERE load_id = $1 AND source = $2 AND closed_at IS NULL AND deadline_at > now() + $3 * interval '1 ms' RETURNING source`,
      [loadId, source, delayMs],
    );
    return postponed.length > 0;
  }
}
