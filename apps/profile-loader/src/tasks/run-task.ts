import { Inject, Injectable } from '@nestjs/common';
import type { Document, SourceJob, SourceName } from '@vigia/contracts';
import { inTransaction, rowsOf } from '@vigia/database';
import { inTrace, withCorrelationId, type Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { DataSource, QueryFailedError } from 'typeorm';
import { retryDelayMs } from '../domain/retry-delay.js';
import type { SourceAnswer } from '../domain/source-answer.js';
import { closeTask } from '../loads/close-task.js';
import { LoadTools } from '../loads/load-tools.js';
import { sourceAsked } from '../loads/load-metrics.js';
import { failed } from '../sources/connector/read-exchange.js';
import { Sources } from '../sources/sources.js';

interface Claimed extends Document {
  attempts: number;
  correlationId: string;
  traceParent: string | null;
}

/** Time to write the answer down after the source was asked. */
export const answerMarginMs = 5_000;

/** Class of the SQLSTATEs that a value itself is to blame for. */
const dataException = '22';

@Injectable()
export class RunTask {
  constructor(
    private readonly database: DataSource,
    private readonly sources: Sources,
    private readonly tools: LoadTools,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run({ loadId, source }: SourceJob, signal: AbortSignal): Promise<void> {
    const task = await this.claim(loadId, source);
    if (!task) return;
    await withCorrelationId(task.correlationId, () =>
      inTrace(task.traceParent, `source ${source}`, async () => {
        const answer = await this.ask(source, task, signal);
        if (!(await this.postponed(loadId, source, task.attempts, answer))) await this.close({ loadId, source }, answer);
      }),
    );
  }

  /**
   * A closed row, or one past its deadline, is nobody's work any more, and that of a paused source is nobody's now: the job
   * is dropped before anything is asked. A claimed row stays with its worker for as long as the question may take.
   */
  private async claim(loadId: string, source: SourceName): Promise<Claimed | undefined> {
    const [claimed] = await rowsOf<Claimed>(
      this.database,
      `UPDATE profiles.task SET attempts = attempts + 1, due_at = greatest(due_at, now() + $3 * interval '1 ms')
       FROM profiles.load
       WHERE task.load_id = $1 AND task.source = $2 AND task.state = 'pending' AND task.deadline_at > now() AND load.id = task.load_id
         AND NOT EXISTS (SELECT FROM profiles.source_pause WHERE source_pause.source = task.source)
       RETURNING attempts, load.doc_type AS "docType", load.tax_id AS "taxId",
         load.correlation_id AS "correlationId", load.trace_parent AS "traceParent"`,
      [loadId, source, this.sources.providers[source].timeoutMs + answerMarginMs],
    );
    return claimed;
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

  private async close(task: Pick<SourceJob, 'loadId' | 'source'>, answer: SourceAnswer): Promise<void> {
    const closeWith = (end: SourceAnswer) => inTransaction(this.database, (tx) => closeTask(tx, this.tools, task, end));
    try {
      await closeWith(answer);
    } catch (error) {
      if (!isUnstorable(error)) throw error;
      await closeWith(failed('malformed'));
    }
  }
}

/** JSON can hold what PostgreSQL cannot, such as the character NUL. Asking again would only bring it again. */
function isUnstorable(error: unknown): boolean {
  return error instanceof QueryFailedError && String((error.driverError as { code?: string }).code).startsWith(dataException);
}
