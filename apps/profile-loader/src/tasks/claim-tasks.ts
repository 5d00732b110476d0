import { Injectable } from '@nestjs/common';
import type { Document, SourceJob } from '@vigia/contracts';
import { rowsOf } from '@vigia/database';
import { Batches } from '@vigia/dispatch';
import { DataSource } from 'typeorm';
import { Sources } from '../sources/sources.js';

export type TaskKey = Pick<SourceJob, 'loadId' | 'source'>;

export interface Claimed extends TaskKey, Document {
  attempts: number;
  correlationId: string;
  traceParent: string | null;
}

/** Time to write the answer down after the source was asked. */
export const answerMarginMs = 5_000;

@Injectable()
export class ClaimTasks {
  private readonly batches = new Batches((tasks: TaskKey[]) => this.claimAll(tasks));

  constructor(
    private readonly database: DataSource,
    private readonly sources: Sources,
  ) {}

  /**
   * A closed row, or one past its deadline, is nobody's work any more, and that of a paused source is nobody's now: the job
   * is dropped before anything is asked. A claimed row stays with its worker for as long as the question may take.
   */
  claim({ loadId, source }: TaskKey): Promise<Claimed | undefined> {
    return this.batches.add({ loadId, source });
  }

  private async claimAll(tasks: TaskKey[]): Promise<(Claimed | undefined)[]> {
    const asked = tasks.map((task) => ({ ...task, ms: this.sources.providers[task.source].timeoutMs + answerMarginMs }));
    const claimed = await rowsOf<Claimed>(
      this.database,
      `UPDATE profiles.task SET attempts = attempts + 1, due_at = greatest(due_at, now() + asked.ms * interval '1 ms')
       FROM profiles.load, jsonb_to_recordset($1::jsonb) AS asked ("loadId" uuid, source text, ms float8)
       WHERE task.load_id = asked."loadId" AND task.source = asked.source AND task.state = 'pending' AND task.deadline_at > now()
         AND load.id = task.load_id AND NOT EXISTS (SELECT FROM profiles.source_pause WHERE source_pause.source = task.source)
       RETURNING task.load_id AS "loadId", task.source, attempts, load.doc_type AS "docType", load.tax_id AS "taxId",
         load.correlation_id AS "correlationId", load.trace_parent AS "traceParent"`,
      [JSON.stringify(asked)],
    );
    // Two jobs for one task may be in one batch: only the first of them gets it.
    return tasks.map((task) => {
      const place = claimed.findIndex(({ loadId, source }) => loadId === task.loadId && source === task.source);
      return place < 0 ? undefined : claimed.splice(place, 1)[0];
    });
  }
}
