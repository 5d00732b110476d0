import { Inject, Injectable } from '@nestjs/common';
import type { Document, SourceJob } from '@vigia/contracts';
import { Database, sql, StatementError } from '@vigia/database';
import { Batches, BatchesByKey } from '@vigia/dispatch';
import { JobReturnedError } from '@vigia/messaging';
import { documentMark, inTrace, withCorrelationId, type Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { TaskClosing } from '../closing/task-closing.js';
import { failed, isAttempt, retryDelayMs, type SourceAnswer } from '../domain/source-answer.js';
import type { Answered } from '../summary/keep-answers.js';
import { TaskDispatcher, type TaskKey } from '../tasks/task-dispatcher.js';
import { SourceMeter } from './source-meter.js';
import { Sources } from './sources.js';

/** How long an answer waits at most for other answers of its load: imported registers answer at nearly the same time. */
const gatherMs = 20;

interface OpenTask extends TaskKey, Document {
  /** How often it was asked before. */
  attempts: number;
  correlationId: string;
  traceParent: string | null;
}

/** What a worker does with a job: it reads the task, asks the source, and postpones or closes the task. */
@Injectable()
export class TaskRunner {
  private readonly reading = new Batches((tasks: TaskKey[]) => readOpen(this.database, tasks), { onlyReads: true });
  /**
   * Transactions of one load would wait for each other at its row: answers that arrive while others are being written are written together.
   */
  private readonly writing = new BatchesByKey((loadId: string, answered: Answered[]) => this.write(loadId, answered), { gatherMs });
  /** How many questions of a load are open in this process. */
  private readonly asking = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly sources: Sources,
    private readonly meter: SourceMeter,
    private readonly taskClosing: TaskClosing,
    private readonly taskDispatcher: TaskDispatcher,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run({ loadId, source }: SourceJob, signal: AbortSignal): Promise<void> {
    const task = await this.reading.add({ loadId, source });
    if (!task) return;
    await withCorrelationId(task.correlationId, () =>
      inTrace(task.traceParent, `source ${source}`, async () => {
        const answer = await this.counting(loadId, () => this.ask(task, signal));
        if (await this.postponed(task, answer)) return;
        const written = this.writing.add(loadId, { source, answer });
        if (!this.asking.has(loadId)) this.writing.hurry(loadId);
        await written;
      }),
    );
  }

  private async counting<T>(loadId: string, ask: () => Promise<T>): Promise<T> {
    this.asking.set(loadId, (this.asking.get(loadId) ?? 0) + 1);
    try {
      return await ask();
    } finally {
      const left = this.asking.get(loadId)! - 1;
      if (left > 0) this.asking.set(loadId, left);
      else this.asking.delete(loadId);
    }
  }

  private async ask({ loadId, source, docType, taxId, attempts }: OpenTask, signal: AbortSignal): Promise<SourceAnswer> {
    const askedAt = performance.now();
    const answer = await this.sources.ask(source, { docType, taxId }, signal);
    // The job has gone back, and this process aborted the question. That says nothing about the source, and another worker asks it.
    if (signal.reason instanceof JobReturnedError) throw signal.reason;
    await this.meter.note(source, answer, (performance.now() - askedAt) / 1000);
    if (answer.outcome === 'failed') {
      const { reason, detail } = answer;
      this.logger.info(
        { loadId, document: documentMark(taxId), source, reason, ...(detail && { detail }), attempts: attempts + 1 },
        'source did not answer',
      );
    }
    return answer;
  }

  private async postponed({ loadId, source, attempts }: OpenTask, answer: SourceAnswer): Promise<boolean> {
    if (answer.outcome !== 'failed') return false;
    const delayMs = retryDelayMs(answer, attempts + 1, Math.random());
    if (delayMs === undefined) return false;
    const postponed = await this.database.rows(
      sql`UPDATE profiles.task SET due_at = now() + $3 * interval '1 ms', dispatches = 0, attempts = attempts + $4
       WHERE load_id = $1 AND source = $2 AND closed_at IS NULL AND deadline_at > now() + $3 * interval '1 ms' RETURNING source`,
      [loadId, source, delayMs, isAttempt(answer) ? 1 : 0],
    );
    if (postponed.length > 0) this.taskDispatcher.kick(delayMs);
    return postponed.length > 0;
  }

  private async write(loadId: string, batch: Answered[]): Promise<void[]> {
    const close = (answered: Answered[]) => this.database.transaction((tx) => this.taskClosing.close(tx, loadId, answered));
    try {
      await close(batch);
    } catch (error) {
      if (batch.length > 1 || !isUnstorable(error)) throw error;
      await close(batch.map(({ source }) => ({ source, answer: failed('malformed') })));
    }
    return batch.map(() => undefined);
  }
}

/** Drops a job before anything is asked if its task is closed, is past its deadline, or belongs to a paused source. */
async function readOpen(database: Database, tasks: TaskKey[]): Promise<(OpenTask | undefined)[]> {
  const open = await database.rows<OpenTask>(
    sql`SELECT load_id, source, attempts, doc_type, tax_id, correlation_id, trace_parent
     FROM unnest($1::uuid[], $2::text[]) AS asked (load_id, source)
     JOIN profiles.task USING (load_id, source) JOIN profiles.load ON load.id = load_id
     WHERE task.closed_at IS NULL AND task.state <> 'waiting' AND task.deadline_at > now()
       AND NOT EXISTS (SELECT FROM profiles.source_pause WHERE source_pause.source = task.source)`,
    [tasks.map(({ loadId }) => loadId), tasks.map(({ source }) => source)],
  );
  return tasks.map((task) => open.find(({ loadId, source }) => loadId === task.loadId && source === task.source));
}

/** The class of SQLSTATEs that a value causes: JSON can hold text that PostgreSQL cannot. A repeated question would bring the same text. */
const dataException = '22';

function isUnstorable(error: unknown): boolean {
  return error instanceof StatementError && error.sqlState?.startsWith(dataException) === true;
}
