import { Injectable } from '@nestjs/common';
import type { Document } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { Batches } from '@vigia/dispatch';
import type { TaskKey } from '../tasks/task-dispatcher.js';

export interface OpenTask extends TaskKey, Document {
  /** How often it was asked before. */
  attempts: number;
  correlationId: string;
  traceParent: string | null;
}

/** Time to write the answer down after the source was asked. */
export const answerMarginMs = 5_000;

@Injectable()
export class OpenTasks {
  private readonly batches = new Batches((tasks: TaskKey[]) => this.readAll(tasks));

  constructor(private readonly database: Database) {}

  /**
   * A closed row, or one past its deadline, is nobody's work any more, and that of a paused source is nobody's now: the job
   * is dropped before anything is asked.
   */
  read({ loadId, source }: TaskKey): Promise<OpenTask | undefined> {
    return this.batches.add({ loadId, source });
  }

  private async readAll(tasks: TaskKey[]): Promise<(OpenTask | undefined)[]> {
    const open = await this.database.rows<OpenTask>(
      sql`SELECT load_id, source, attempts, doc_type, tax_id,
         correlation_id, trace_parent
       FROM unnest($1::uuid[], $2::text[]) AS asked (load_id, source)
       JOIN profiles.task USING (load_id, source) JOIN profiles.load ON load.id = load_id
       WHERE task.closed_at IS NULL AND task.state <> 'waiting' AND task.deadline_at > now()
         AND NOT EXISTS (SELECT FROM profiles.source_pause WHERE source_pause.source = task.source)`,
      [tasks.map(({ loadId }) => loadId), tasks.map(({ source }) => source)],
    );
    return tasks.map((task) => open.find(({ loadId, source }) => loadId === task.loadId && source === task.source));
  }
}
